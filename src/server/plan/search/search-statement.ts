import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import { FIND_NUMBERED, SHELVES, TOKENS, pickTexts, valuesToPick } from './search-picking.ts';
import { ANY_WORD, EVERY_WORD, NUMBERED, rankPicked } from './search-ranking.ts';
import { MARKERS } from './search-snippet.ts';
import type { SearchTerms } from './search-terms.ts';

export interface FoundRow {
  kind: 'task' | 'note' | 'prd';
  id: Id;
  rank: number;
  updated_at: Date;
  task_id: Id | null;
  task_number: number | null;
  title: string;
  note_type: NoteType | null;
  superseded: boolean;
  start_line: number | null;
  end_line: number | null;
  /** The part of the text around its hit, the words found between markers. */
  marked: string;
  cut_before: boolean;
  cut_after: boolean;
}

/** Named, so that the database plans it once per connection. */
export async function findHits(
  pool: pg.Pool,
  projectId: Id,
  terms: SearchTerms,
  page: { limit: number; offset: number },
): Promise<FoundRow[]> {
  const { words } = terms;
  const values = [
    projectId,
    terms.taskNumber,
    terms.whole,
    words.map(({ text }) => text),
    words.map(({ spaced }) => spaced),
    words.map(({ plain }) => plain),
    words.map(({ beginnings }) => beginnings),
    terms.needles,
    MARKERS.start + MARKERS.end,
    `HighlightAll=true, StartSel=${MARKERS.start}, StopSel=${MARKERS.end}`,
    page.limit,
    page.offset,
    ...valuesToPick(projectId, terms, page),
  ];
  const { rows } = await pool.query<FoundRow>({ name: 'baton_search_project', text: SEARCH, values });
  return rows;
}

/** Each word as its stems and as all that it may begin. Stop words and punctuation have no stem and fall out here. */
const WORDS = `
    select w.place, w.plain, lower(w.text) as needle, e.exact, p.prefix,
      coalesce(p.prefix || w.beginnings::tsquery, p.prefix) as wide, w.place = max(w.place) over () as is_last
    from unnest($4::text[], $5::text[], $6::boolean[], $7::text[])
      with ordinality as w (text, spaced, plain, beginnings, place)
    cross join lateral (select plainto_tsquery('english', w.text) as whole, plainto_tsquery('english', w.spaced) as parts) s
    cross join lateral (select case when s.whole = s.parts then s.whole else s.whole || s.parts end as exact) e
    cross join lateral (
      select case when numnode(e.exact) = 1 then (e.exact::text || ':*')::tsquery else e.exact end as prefix
    ) p
    where numnode(e.exact) > 0`;

/** Joined as text, which the database itself has quoted: it has no aggregate for queries. */
const joined = (query: string, operator: '&' | '|', filter = 'true') =>
  `(string_agg('(' || (${query})::text || ')', ' ${operator} ' order by place) filter (where ${filter}))::tsquery`;

const QUERY = `
    select lower($3) as whole, count(*)::int as words, coalesce(bool_or(not plain), false) as has_literal,
      count(*) = 0 or bool_or(not plain) as as_written,
      ${joined('wide', '&', 'plain')} as every_plain, ${joined('wide', '|')} as any_word,
      ${joined('case when is_last then prefix else exact end', '|')} as near, ${joined('exact', '&')} as exact
    from word`;

/** The longer text where the search is found in it, the title where it is not. */
const shown = (row: string, weight: string, long: string, short: string) => `case
        when ts_filter(page.words, '{${weight}}') @@ q.any_word
          or q.as_written and strpos(lower(${row}.${long}), q.whole) > 0
          or exists (select from word w where (page.tier > 0 or not w.plain) and strpos(lower(${row}.${long}), w.needle) > 0)
        then ${row}.${long} else ${row}.${short} end`;

const ORDER = 'block, tier, rank desc, updated_at desc, id desc';

/** Characters that are looked at for a snippet, and how many of them stand before the first hit. */
const EXCERPT = 1_000;
const LEAD = 200;

/**
 * The index picks the rows, the words rank them, and only the page's rows get a snippet. Texts with any of the words are
 * looked for only when no text has them all.
 */
const SEARCH = `
  with word as materialized (${WORDS}),
  query as materialized (${QUERY}),
  token as materialized (${TOKENS}),
  numbered as materialized (${FIND_NUMBERED}),
  shelves as materialized (${SHELVES}),
  ${pickTexts('every', 'true')},
  strict as materialized (${rankPicked('every_text', EVERY_WORD)}),
  ${pickTexts('any', `(select words > 1 from query) and not exists (select from strict where rank < ${NUMBERED})`)},
  loose as materialized (${rankPicked('any_text', ANY_WORD)}),
  page as materialized (
    select * from (select * from strict union all select * from loose) hit
    order by ${ORDER} limit $11 offset $12
  )
  select page.kind, page.id, page.rank, page.updated_at, task.id as task_id, task.number as task_number,
    coalesce(task.title, section.heading, '') as title, note.type as note_type,
    note.superseded_by_id is not null as superseded, section.start_line, section.end_line,
    coalesce(ts_headline('english', cut.text, q.any_word, $10), cut.text) as marked,
    cut.start > 1 as cut_before, length(whole.text) >= cut.start + ${EXCERPT} as cut_after
  from page cross join query q
  left join lateral (select * from notes where page.kind = 'note' and id = page.id limit 1) note on true
  left join lateral (select * from prd_sections where page.kind = 'prd' and id = page.id limit 1) section on true
  left join lateral (
    select * from tasks where id = case page.kind when 'task' then page.id else note.task_id end and deleted_at is null limit 1
  ) task on true
  cross join lateral (
    select case page.kind
      when 'note' then note.body
      when 'prd' then ${shown('section', 'c', 'body', 'heading')}
      else ${shown('task', 'b', 'description', 'title')} end as text
    offset 0
  ) whole
  cross join lateral (select lower(whole.text) as text offset 0) lowered
  cross join lateral (
    select at.found from unnest($8::text[]) with ordinality as n (needle, place)
    cross join lateral (select strpos(lowered.text, lower(n.needle)) as found) at
    order by at.found = 0, n.place limit 1
  ) hit
  cross join lateral (
    select greatest(1, hit.found - ${LEAD}) as start,
      translate(substr(whole.text, greatest(1, hit.found - ${LEAD}), ${EXCERPT}), $9, '') as text
    offset 0
  ) cut
  order by page.block, page.tier, page.rank desc, page.updated_at desc, page.id desc`;
