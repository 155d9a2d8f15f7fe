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
