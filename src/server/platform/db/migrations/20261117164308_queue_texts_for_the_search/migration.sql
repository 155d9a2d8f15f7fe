-- Nearly always empty, and emptied again and again: cleaned early, so that nobody walks through what is gone.
alter table search_queue set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
-- The writer of a text pays for one short row. The server makes the words of it after the commit.
create function queue_text() returns trigger language plpgsql as $$
begin
  insert into search_queue (project_id, id, kind) values (new.project_id, new.id, tg_argv[0]::smallint);
  return null;
end $$;
--> statement-breakpoint
create trigger queue_text after insert on tasks for each row execute function queue_text('0');
--> statement-breakpoint
create trigger queue_text_again after update of title, description, deleted_at on tasks for each row
  when (old.title <> new.title or old.description <> new.description or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function queue_text('0');
--> statement-breakpoint
-- Its condition is not the trigger's own, which would be planned anew for each statement.
create function queue_note() returns trigger language plpgsql as $$
begin
  if not new.is_broadcast then insert into search_queue (project_id, id, kind) values (new.project_id, new.id, 1); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger queue_text after insert on notes for each row execute function queue_note();
--> statement-breakpoint
create trigger queue_text_again after update of body, is_broadcast, deleted_at on notes for each row
  when (old.body <> new.body or old.is_broadcast <> new.is_broadcast or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function queue_text('1');
--> statement-breakpoint
create trigger queue_text after insert on prd_sections for each row execute function queue_text('2');
--> statement-breakpoint
create trigger queue_text_again after update of heading, body on prd_sections for each row execute function queue_text('2');
--> statement-breakpoint
create function forget_texts() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from search_queue q using gone where q.project_id = gone.project_id and q.id = gone.id;
  delete from search_texts t using gone where t.id = gone.id;
  return null;
end $$;
--> statement-breakpoint
create trigger forget_texts after delete on tasks referencing old table as gone for each statement execute function forget_texts();
--> statement-breakpoint
create trigger forget_texts after delete on notes referencing old table as gone for each statement execute function forget_texts();
--> statement-breakpoint
create trigger forget_texts after delete on prd_sections referencing old table as gone for each statement execute function forget_texts();
--> statement-breakpoint
create function forget_search() returns trigger language plpgsql as $$
begin
  delete from search_heads where project_id = old.id;
  return null;
end $$;
--> statement-breakpoint
create trigger forget_search after delete on projects for each row execute function forget_search();
--> statement-breakpoint
-- For a store that comes from elsewhere: an older version, or a backup, which holds no words.
create function queue_all_texts() returns void language sql as $$
  truncate search_queue, search_texts, search_heads;
  insert into search_queue (project_id, id, kind)
    select project_id, id, 0 from tasks where deleted_at is null
    union all select project_id, id, 1 from notes where deleted_at is null and not is_broadcast
    union all select project_id, id, 2 from prd_sections;
$$;
--> statement-breakpoint
select queue_all_texts();
--> statement-breakpoint
-- What a text is ranked by: its stems, A for a title, B and C for the rest.
create function words_of_task(title text, description text) returns tsvector immutable parallel safe language sql
  return setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B');
--> statement-breakpoint
create function words_of_note(body text) returns tsvector immutable parallel safe language sql
  return setweight(to_tsvector('english', body), 'C');
--> statement-breakpoint
create function words_of_section(heading text, body text) returns tsvector immutable parallel safe language sql
  return setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', body), 'C');
--> statement-breakpoint
-- One page of what is found in a project, or null where the project is not the user's. The index picks the rows, the words rank
-- them, and only the page's rows get a snippet. Texts with any of the words are looked for only when no text has them all.
-- A function, so that only those statements are started which a search needs, and their plans are kept.
create function search_project(
  of_project uuid, of_user uuid, wanted_number int, typed text,
  -- Of each word: as it stood, with spaces for its punctuation, whether it has none, what it may begin, its tokens.
  word_texts text[], word_spaced text[], word_plain boolean[], word_beginnings text[], word_literals text[],
  -- The letters and digits of each word, by the word's place.
  part_places int[], part_texts text[],
  whole_literal text, needles text[], markers text, headline_options text,
  project_mark text, shelf_size int, block_size int, enough int, page_limit int, page_offset int
) returns json stable language plpgsql as $$
declare
  -- Stands in tokens for the mark of a shelf.
  any_mark constant text := chr(1);
  unread constant tsquery := quote_literal(project_mark || '!')::tsquery;
  head_kinds smallint[]; head_texts int[]; numbered uuid; has_waiting boolean; has_unread boolean;
  at_part int := 1;
  exact tsquery; prefix tsquery; wide tsquery; part text; stem text; stems text[];
  quick text; sure text; longer text; shorter text; asked text; firsts text; form text; forms text[];
  -- Words as they stand come with several tokens each, of which the rarest leads where none is the beginning of many.
  by_first_letters constant boolean := false = any (word_plain);
  -- Whether the index is asked for all that is looked for.
  is_sure boolean := not by_first_letters;
  word_count int := 0; has_literal boolean := false; as_written boolean; asks_for_all boolean := true; is_settled boolean;
  all_needles text[] := '{}'; all_wide tsquery[] := '{}'; all_plain boolean[] := '{}';
  every_plain tsquery; every_exact tsquery; any_wide tsquery; near tsquery; last_exact tsquery; last_prefix tsquery;
  every_quick text; every_sure text; any_quick text; any_sure text; first_letters text := '';
  shelf_marks text[] := '{}'; title_marks text[] := '{}';
  found_ids uuid[]; found_kinds int[]; found_tiers int[]; found_ranks float8[]; found_words tsvector[]; good int;
  hits json;
begin
  select h.kinds, h.texts, exists (select from search_queue q where q.project_id = of_project),
    exists (select from search_texts t where t.tokens @@ unread),
    case when wanted_number is not null then (select t.id from tasks t where t.project_id = of_project and t.number = wanted_number) end
  into head_kinds, head_texts, has_waiting, has_unread, numbered
  from projects project cross join lateral (
    select array_agg(head.kind) as kinds, array_agg(head.texts) as texts
    from (select kind, texts from search_heads where project_id = of_project order by kind) head
  ) h
  where project.id = of_project and project.user_id = of_user and project.deleted_at is null;
  if not found then
    return null;
  end if;

  -- Each word as its stems and as all that it may begin. Stop words and punctuation have no stem and fall out here.
  for place in 1 .. cardinality(word_texts) loop
    exact := plainto_tsquery('english', word_texts[place]);
    if word_spaced[place] <> '' and exact <> plainto_tsquery('english', word_spaced[place]) then
      exact := exact || plainto_tsquery('english', word_spaced[place]);
    end if;
    continue when numnode(exact) = 0;
    prefix := case when numnode(exact) = 1 then (exact::text || ':*')::tsquery else exact end;
    wide := coalesce(prefix || word_beginnings[place]::tsquery, prefix);
    word_count := word_count + 1;
    all_needles := all_needles || lower(word_texts[place]);
    all_wide := all_wide || wide;
    all_plain := all_plain || word_plain[place];
    if word_plain[place] then
      every_plain := coalesce(every_plain && wide, wide);
    else
      has_literal := true;
    end if;
    any_wide := coalesce(any_wide || wide, wide);
    every_exact := coalesce(every_exact && exact, exact);
    -- Only the last word may be half typed and count as much as a whole one.
    near := coalesce(near || last_exact, last_exact);
    last_exact := exact;
    last_prefix := prefix;

    -- The same in tokens of the index: what a text must have to be looked at. A part of a word is found by its stem or as a
    -- beginning, both of which its text begins a token with; stop words are in no stem. `sure` says exactly that; `quick`, which the
    -- index is asked for, leaves short words out where there are longer ones, for very many tokens begin with them, and may ask for
    -- the first letters only. What it left open is then looked up in the text's own tokens, and these are long.
    sure := null; longer := null; shorter := null;
    while part_places[at_part] <= place loop
      part := part_texts[at_part];
      stems := case when part_places[at_part] = place then ts_lexize('english_stem', part) else '{}' end;
      at_part := at_part + 1;
      continue when stems = '{}';
      stem := stems[1];
      -- A stem of four letters or more shares three with every word it stands for: a waiting text without them need not be read.
      if word_plain[place] and length(stem) > 3 then
        first_letters := left(part, 3);
      end if;
      forms := case when starts_with(part, stem) then array[stem] when stem is null then array[part] else array[part, stem] end;
      asked := null; firsts := null;
      foreach form in array forms loop
        asked := concat_ws(' | ', asked, '''' || any_mark || '_' || left(form, 40) || ''':*');
        if by_first_letters then
          firsts := concat_ws(' | ', firsts, '''' || any_mark
            || case when length(form) < 4 then '_' || form || ''':*' else '=' || left(form, 4) || '''' end);
        end if;
      end loop;
      sure := concat_ws(' & ', sure, '(' || asked || ')');
      asked := '(' || coalesce(firsts, asked) || ')';
      shorter := concat_ws(' & ', shorter, asked);
      if part ~ '[0-9]|....' then
        longer := concat_ws(' & ', longer, asked);
      end if;
    end loop;
    is_sure := is_sure and coalesce(longer = shorter, true);
    quick := '(' || concat_ws(' | ', coalesce(longer, shorter), word_literals[place]) || ')';
    sure := '(' || concat_ws(' | ', sure, word_literals[place]) || ')';
    every_quick := concat_ws(' & ', every_quick, quick);
    every_sure := concat_ws(' & ', every_sure, sure);
    any_quick := concat_ws(' | ', any_quick, quick);
    any_sure := concat_ws(' | ', any_sure, sure);
  end loop;
  near := coalesce(near || last_prefix, last_prefix);
  as_written := word_count = 0 or has_literal;
  typed := lower(typed);
  if as_written then
    first_letters := '';
  end if;
  quick := coalesce(every_quick, whole_literal);
  sure := coalesce(every_sure, whole_literal);

  -- The shelves in the order in which they are looked at: first the titles of tasks, then all that stands there, newest first.
  if head_kinds[1] = 0 then
    for shelf_number in reverse head_texts[1] / shelf_size .. 0 loop
      shelf_marks := shelf_marks || (project_mark || '0.' || shelf_number || '^');
      title_marks := title_marks || null::text;
    end loop;
  end if;
  for place in 1 .. coalesce(cardinality(head_kinds), 0) loop
    for shelf_number in reverse head_texts[place] / shelf_size .. 0 loop
      shelf_marks := shelf_marks || (project_mark || head_kinds[place] || '.' || shelf_number);
      title_marks := title_marks || case when head_kinds[place] = 0 then project_mark || '0.' || shelf_number || '^' end;
    end loop;
  end loop;

  -- The usual search: plain words in texts that are all known, a page of the first block. The stems alone say which texts have them
  -- and how well; where one of the page's texts has a word only as below, all of it is looked at the long way.
  is_settled := false;
  if not (as_written or has_waiting or has_unread or numbered is not null) and enough = block_size then
    select array_agg(r.id), array_agg(r.kind), array_agg(0), array_agg(r.rank), array_agg(r.words), count(*) filter (where r.fits),
      bool_and(r.fits) is not false
    into found_ids, found_kinds, found_tiers, found_ranks, found_words, good, is_settled
    from (
      select h.id, h.kind, h.words, h.fits, round(h.by_words * h.factor * 10000) / 10000 as rank
      from (
        select known.id, known.kind, known.words, known.words @@ every_plain as fits,
          coalesce(
            nullif(least(1, ts_rank('{0,0,0,1}', known.words, near)) * ('{1,0,0.05}'::float8[])[known.kind + 1]
              + least(1, ts_rank('{0,1,1,0}', known.words, near)) * ('{0.4,0.14,0.02}'::float8[])[known.kind + 1], 0),
            (least(1, ts_rank('{0,0,0,1}', known.words, any_wide)) * ('{1,0,0.05}'::float8[])[known.kind + 1]
              + least(1, ts_rank('{0,1,1,0}', known.words, any_wide)) * ('{0.4,0.14,0.02}'::float8[])[known.kind + 1]) * 0.1::float8)
            * case when known.words @@ every_exact then 1.1::float8 else 1 end as by_words,
          case known.kind
            when 0 then (select updated_at from tasks where id = known.id and deleted_at is null)
            when 1 then (select updated_at from notes where id = known.id and deleted_at is null and not is_broadcast)
            else (select updated_at from prd_sections where id = known.id) end as updated_at,
          case known.kind when 1 then (
            select (case when pinned then 1.4::float8 else 1 end * case when superseded_by_id is null then 1::float8 else 0.3 end)
            from notes where id = known.id) else 1::float8 end as factor
        from (
          select text.id, text.kind, text.words from (
            select case when s.title_mark is null or not is_sure then replace(quick, any_mark, s.mark)::tsquery
                else replace(quick, any_mark, s.mark)::tsquery && !!replace(quick, any_mark, s.title_mark)::tsquery end as quick,
              case when not is_sure then replace(sure, any_mark, s.mark)::tsquery end as sure,
              case when not is_sure then replace(sure, any_mark, s.title_mark)::tsquery end as title
            from unnest(shelf_marks, title_marks) as s (mark, title_mark) offset 0
          ) shelf
          cross join lateral (
            select * from search_texts text where text.tokens @@ shelf.quick and text.project_id = of_project
              and (shelf.sure is null or ts_match_vq(text.tokens, shelf.sure))
              and (shelf.title is null or not ts_match_vq(text.tokens, shelf.title))
          ) text
          limit enough
        ) known
        offset 0
      ) h
      where h.updated_at is not null
      order by h.fits desc, rank desc, h.updated_at desc, h.id desc
      limit page_offset + page_limit + 1
    ) r;
    if is_settled and good = 0 and word_count > 1 then
      -- No text has them all.
      is_settled := false;
      asks_for_all := false;
      quick := any_quick;
      sure := any_sure;
    end if;
  end if;

  while not is_settled loop
    select array_agg(r.id), array_agg(r.kind), array_agg(r.tier), array_agg(r.rank), array_agg(r.words),
      count(*) filter (where r.rank < 10)
    into found_ids, found_kinds, found_tiers, found_ranks, found_words, good
    from (
      select h.id, h.kind, h.tier, h.words,
        round((h.by_words * h.factor + coalesce(1 + (h.by_writing - 1) * h.factor, 0) * case h.tier when 0 then 1::float8 else 0.001 end
          -- More than all the rest together: the task that was asked for by its number.
          + case when h.number = wanted_number then 10 else 0 end) * 10000) / 10000 as rank
      from (
        select c.id, c.kind, c.block, t.tier, v.words, x.number, w.by_words, w.by_writing,
          -- Null where the text is gone.
          case c.kind
            when 0 then (select updated_at from tasks where id = c.id and deleted_at is null)
            when 1 then (select updated_at from notes where id = c.id and deleted_at is null and not is_broadcast)
            else (select updated_at from prd_sections where id = c.id) end as updated_at,
          -- A pinned note counts more, and a superseded one less.
          case c.kind when 1 then (
            select (case when pinned then 1.4::float8 else 1 end * case when superseded_by_id is null then 1::float8 else 0.3 end)
            from notes where id = c.id) else 1::float8 end as factor
        from (
          select picked.id, picked.kind, picked.words, picked.block,
            picked.words is null or as_written or (asks_for_all and not picked.words @@ every_plain) as is_close
          from (
            select known.id, known.kind, known.words, ((row_number() over () - 1) / block_size)::int as block from (
              (select text.id, text.kind, text.words from (
                  select case when s.title_mark is null or not is_sure then replace(quick, any_mark, s.mark)::tsquery
                      else replace(quick, any_mark, s.mark)::tsquery && !!replace(quick, any_mark, s.title_mark)::tsquery end as quick,
                    case when not is_sure then replace(sure, any_mark, s.mark)::tsquery end as sure,
                    case when not is_sure then replace(sure, any_mark, s.title_mark)::tsquery end as title
                  from unnest(shelf_marks, title_marks) as s (mark, title_mark) offset 0
                ) shelf
                cross join lateral (
                  select * from search_texts text where text.tokens @@ shelf.quick
                    and (shelf.sure is null or ts_match_vq(text.tokens, shelf.sure))
                    -- A task that was found by its title is not found again.
                    and (shelf.title is null or not ts_match_vq(text.tokens, shelf.title))
                    and text.project_id = of_project and text.id is distinct from numbered
                    -- A text that is waiting to be read is found by looking through it, and not by what was known of it before.
                    and (not has_waiting or not exists (
                      select from search_queue q where q.project_id = of_project and q.id = text.id))
                ) text
                limit enough)
              union all
              select text.id, text.kind, text.words from search_texts text
              where has_unread and text.tokens @@ unread and text.project_id = of_project and text.id is distinct from numbered
                and (not has_waiting or not exists (
                  select from search_queue q where q.project_id = of_project and q.id = text.id))
            ) known
            union all
            select distinct q.id, q.kind, null::tsvector, 0 from search_queue q
            where has_waiting and q.project_id = of_project and q.id is distinct from numbered
            union all
            select numbered, 0, null, 0 where numbered is not null
          ) picked
          offset 0
        ) c
        -- The texts themselves are looked at only where the stems do not say enough. Each row is fetched by its key and nothing else:
        -- left to itself, the database would rather read a whole table.
        left join lateral (
          (select task.number, task.title, task.description as body,
            case when c.words is null then words_of_task(task.title, task.description) end as words
          from tasks task where c.is_close and c.kind = 0 and task.id = c.id
            and (c.words is not null or task.number = wanted_number or strpos(lower(task.title), first_letters) > 0
              or strpos(lower(task.description), first_letters) > 0) limit 1)
          union all
          (select null, '', note.body, case when c.words is null then words_of_note(note.body) end
          from notes note where c.is_close and c.kind = 1 and note.id = c.id
            and (c.words is not null or strpos(lower(note.body), first_letters) > 0) limit 1)
          union all
          (select null, section.heading, section.body,
            case when c.words is null then words_of_section(section.heading, section.body) end
          from prd_sections section where c.is_close and c.kind = 2 and section.id = c.id
            and (c.words is not null or strpos(lower(section.heading), first_letters) > 0
              or strpos(lower(section.body), first_letters) > 0) limit 1)
        ) x on true
        cross join lateral (select coalesce(c.words, x.words) as words offset 0) v
        -- Each word by its stem or as a beginning or, where it is not plain, as it stands; or the task by its number. Below these, the
        -- texts where a word begins inside a path, an address or a tag, which the database takes for one word or none. This finds a
        -- word half typed as well: "configurati" is longer than the stem and shorter than the word. Null is not found.
        cross join lateral (
          select case
            when not c.is_close then case when asks_for_all or v.words @@ any_wide then 0 end
            when x.number = wanted_number then 0
            when not asks_for_all then case when v.words @@ any_wide or (has_literal and exists (
              select from unnest(all_needles, all_plain) as w (needle, is_plain)
              where not w.is_plain and (strpos(lower(x.title), w.needle) > 0 or strpos(lower(x.body), w.needle) > 0))) then 0 end
            when word_count = 0 then case when strpos(lower(x.title), typed) > 0 or strpos(lower(x.body), typed) > 0 then 0 end
            when (every_plain is null or v.words @@ every_plain) and (not has_literal or not exists (
              select from unnest(all_needles, all_plain, all_wide) as w (needle, is_plain, stems)
              where not w.is_plain
                and not (v.words @@ w.stems or strpos(lower(x.title), w.needle) > 0 or strpos(lower(x.body), w.needle) > 0)))
            then 0
            -- A plain word is ASCII, for which lower case is cheap; the slow test for a beginning is left to the few that hold it.
            when every_plain is not null and x.body is not null and not exists (
              select from unnest(all_needles, all_plain, all_wide) as w (needle, is_plain, stems)
              where not (v.words @@ w.stems or case when w.is_plain then
                strpos(lower(x.title collate "C"), w.needle) > 0 and x.title ~* ('\m' || w.needle)
                  or strpos(lower(x.body collate "C"), w.needle) > 0 and x.body ~* ('\m' || w.needle)
                else strpos(lower(x.title), w.needle) > 0 or strpos(lower(x.body), w.needle) > 0 end))
            then 1 end as tier
          offset 0
        ) t
        -- A single hit in a better field outweighs any number of hits in a lesser one. ts_rank adds up the words that share a
        -- beginning: without a cap, many of them would lift a field above a better one.
        cross join lateral (
          select case when word_count = 0 then 0 else coalesce(
              nullif(least(1, ts_rank('{0,0,0,1}', v.words, near)) * ('{1,0,0.05}'::float8[])[c.kind + 1]
                + least(1, ts_rank('{0,1,1,0}', v.words, near)) * ('{0.4,0.14,0.02}'::float8[])[c.kind + 1], 0),
              -- Found only by the beginning of a word that was not the last one.
              (least(1, ts_rank('{0,0,0,1}', v.words, any_wide)) * ('{1,0,0.05}'::float8[])[c.kind + 1]
                + least(1, ts_rank('{0,1,1,0}', v.words, any_wide)) * ('{0.4,0.14,0.02}'::float8[])[c.kind + 1]) * 0.1::float8)
              * case when v.words @@ every_exact then 1.1::float8 else 1 end end as by_words,
            -- To hold the search as it was written is worth more than any number of words; little where a word was found inside another.
            case when t.tier = 0 and not as_written then null
              when strpos(lower(x.title), typed) > 0 then ('{2,0,1.05}'::float8[])[c.kind + 1]
              when strpos(lower(x.body), typed) > 0 then ('{1.5,1.15,1.02}'::float8[])[c.kind + 1] end as by_writing
          offset 0
        ) w
        where t.tier is not null
        offset 0
      ) h
      where h.updated_at is not null
      order by h.block, h.tier, rank desc, h.updated_at desc, h.id desc
      -- One more than is shown, to know whether there are more.
      limit page_offset + page_limit + 1
    ) r;
    exit when not asks_for_all or good > 0 or word_count <= 1;
    asks_for_all := false;
    first_letters := '';
    quick := any_quick;
    sure := any_sure;
  end loop;

  if cardinality(found_ids) > page_offset then
    select json_agg(json_build_array(page.kind, page.id, page.rank,
      case page.kind when 0 then task.updated_at when 1 then note.updated_at else section.updated_at end,
      task.id, task.number, coalesce(task.title, section.heading, ''), note.type, note.superseded_by_id is not null,
      section.start_line, section.end_line, coalesce(ts_headline('english', cut.text, any_wide, headline_options), cut.text),
      cut.start > 1, length(shown.text) >= cut.start + 1000) order by page.place)
    into hits
    from unnest(found_ids[page_offset + 1:page_offset + page_limit], found_kinds[page_offset + 1:page_offset + page_limit],
      found_tiers[page_offset + 1:page_offset + page_limit], found_ranks[page_offset + 1:page_offset + page_limit],
      found_words[page_offset + 1:page_offset + page_limit]) with ordinality as page (id, kind, tier, rank, words, place)
    left join lateral (
      select task_id, type, superseded_by_id, updated_at, body from notes where page.kind = 1 and id = page.id limit 1
    ) note on true
    left join lateral (
      select heading, body, start_line, end_line, updated_at from prd_sections where page.kind = 2 and id = page.id limit 1
    ) section on true
    left join lateral (
      select id, number, title, description, updated_at from tasks
      where id = case page.kind when 0 then page.id else note.task_id end and deleted_at is null limit 1
    ) task on true
    -- The longer text where the search is found in it, the title where it is not.
    cross join lateral (
      select case page.kind when 0 then task.description when 1 then note.body else section.body end as long offset 0
    ) longest
    cross join lateral (
      select case when page.kind = 1 or ts_filter(page.words, case page.kind when 0 then '{b}'::"char"[] else '{c}' end) @@ any_wide
          or as_written and strpos(lower(longest.long), typed) > 0
          or exists (select from unnest(all_needles, all_plain) as w (needle, is_plain)
            where (page.tier > 0 or not w.is_plain) and strpos(lower(longest.long), w.needle) > 0)
        then longest.long else coalesce(task.title, section.heading) end as text
      offset 0
    ) shown
    cross join lateral (select lower(shown.text) as text offset 0) lowered
    -- So much of a long text is looked at for a snippet, and so much of that stands before the first hit.
    cross join lateral (
      select coalesce((select strpos(lowered.text, lower(needle)) from unnest(needles) as needle
        where strpos(lowered.text, lower(needle)) > 0 limit 1), 0) as found
      offset 0
    ) hit
    cross join lateral (
      select greatest(1, hit.found - 200) as start, translate(substr(shown.text, greatest(1, hit.found - 200), 1000), markers, '') as text
      offset 0
    ) cut;
  end if;
  return json_build_array(coalesce(cardinality(found_ids), 0) > page_offset + page_limit, has_waiting, coalesce(hits, '[]'));
end $$;
