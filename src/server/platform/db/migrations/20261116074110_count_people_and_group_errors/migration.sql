-- Errors that were recorded one by one are brought into groups, by the same words as the server groups new ones. A group
-- has the id of the first time it happened; it is resolved where every time was.
create function fingerprint_of(level text, category text, message text) returns text language sql immutable as $$
  select left(encode(sha256(convert_to(
    level || chr(10) || category || chr(10) || regexp_replace(message, '[0-9a-f-]{8,}|[0-9]+', '#', 'g'), 'UTF8')), 'hex'), 16)
$$;
--> statement-breakpoint
insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen, request_id, context, resolved)
select (array_agg(id order by timestamp, id))[1], fingerprint_of(level, category, message), level, category,
  (array_agg(message order by timestamp desc, id desc))[1], count(*), min(timestamp), max(timestamp),
  (array_agg(request_id order by timestamp desc, id desc))[1], (array_agg(context order by timestamp desc, id desc))[1],
  bool_and(resolved)
from error_logs group by fingerprint_of(level, category, message), level, category;
--> statement-breakpoint
update error_logs e set group_id = g.id from error_groups g where g.fingerprint = fingerprint_of(e.level, e.category, e.message);
--> statement-breakpoint
drop function fingerprint_of;
--> statement-breakpoint
alter table error_logs alter column group_id set not null, drop column fingerprint, drop column resolved;
--> statement-breakpoint
-- Accounts are counted as they come and go: nobody has to read them all to say how many there are. Each connection counts
-- in a stripe of its own, so that people who sign up at the same time do not wait for each other.
create function count_users(changes jsonb) returns void language sql as $$
  insert into user_counts (status, stripe, n)
  select key, pg_backend_pid() % 8, value::bigint from jsonb_each_text(changes) where value::bigint <> 0 order by key
  on conflict (status, stripe) do update set n = user_counts.n + excluded.n
$$;
--> statement-breakpoint
create function count_added_users() returns trigger language plpgsql as $$
begin
  perform count_users(jsonb_object_agg(status, n)) from (select status, count(*) as n from added group by status) as t
  having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function count_removed_users() returns trigger language plpgsql as $$
begin
  perform count_users(jsonb_object_agg(status, n)) from (select status, -count(*) as n from removed group by status) as t
  having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function count_changed_user() returns trigger language plpgsql as $$
begin
  perform count_users(jsonb_build_object(old.status, -1, new.status, 1));
  return null;
end $$;
--> statement-breakpoint
create trigger counted after insert on users referencing new table as added for each statement execute function count_added_users();
--> statement-breakpoint
create trigger uncounted after delete on users referencing old table as removed for each statement execute function count_removed_users();
--> statement-breakpoint
create trigger recounted after update of status on users for each row
  when (old.status is distinct from new.status) execute function count_changed_user();
--> statement-breakpoint
insert into user_counts (status, stripe, n) select status, 0, count(*) from users group by status;
--> statement-breakpoint
-- A part of an address is found by its groups of three letters. Where the database's owner does not allow the extension,
-- the search reads the addresses instead.
do $$ begin
  create extension if not exists pg_trgm;
  create index users_email_parts on users using gin (email gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'without pg_trgm, accounts are searched one by one';
end $$;
--> statement-breakpoint
-- What administrators did stays for a year, and nobody can change it.
create function refuse_early_delete() returns trigger language plpgsql as $$
begin
  if exists (select from removed where created_at > now() - interval '1 year') then
    raise exception '% is append-only', tg_table_name;
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger append_only on audit_log;
--> statement-breakpoint
create trigger append_only before update or truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
create trigger kept_a_year after delete on audit_log referencing old table as removed
  for each statement execute function refuse_early_delete();
