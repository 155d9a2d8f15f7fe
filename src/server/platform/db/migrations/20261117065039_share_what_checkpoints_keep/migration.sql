CREATE TABLE "checkpoint_parts" (
	"checkpoint_id" uuid,
	"kind" text,
	"place" integer,
	"project_id" uuid NOT NULL,
	"hash" bytea NOT NULL,
	CONSTRAINT "checkpoint_parts_pkey" PRIMARY KEY("checkpoint_id","kind","place")
);
--> statement-breakpoint
CREATE TABLE "checkpoint_pieces" (
	"project_id" uuid,
	"hash" bytea,
	"body" jsonb NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "checkpoint_pieces_pkey" PRIMARY KEY("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "project_sizes" (
	"project_id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"plan" bigint DEFAULT 0 NOT NULL,
	"notes" bigint DEFAULT 0 NOT NULL,
	"prds" bigint DEFAULT 0 NOT NULL,
	"checkpoints" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscription_tiers" ADD COLUMN "storage_mb" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_limits" ADD COLUMN "storage_mb" integer;--> statement-breakpoint
CREATE INDEX "checkpoint_parts_of_piece" ON "checkpoint_parts" ("project_id","hash");--> statement-breakpoint
CREATE INDEX "project_sizes_of_user" ON "project_sizes" ("user_id");--> statement-breakpoint
ALTER TABLE "checkpoint_parts" ADD CONSTRAINT "checkpoint_parts_checkpoint_id_checkpoints_id_fkey" FOREIGN KEY ("checkpoint_id") REFERENCES "checkpoints"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "checkpoint_parts" ADD CONSTRAINT "checkpoint_parts_piece" FOREIGN KEY ("project_id","hash") REFERENCES "checkpoint_pieces"("project_id","hash");--> statement-breakpoint
ALTER TABLE "project_sizes" ADD CONSTRAINT "project_sizes_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_sizes" ADD CONSTRAINT "project_sizes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- What a checkpoint holds is cut into stretches that stay the same while the plan around them changes: a large task alone,
-- small ones sixteen by their numbers, thirty-two lists, the dependencies of sixty-four tasks, 256 notes. A stretch is stored
-- once for the project.
create function baton_keep_snapshot(kept_id uuid, kept_project uuid, snapshot jsonb) returns void language sql as $$
  with tasks (value, ord, number, is_large) as (
    select value, ord, (value ->> 'number')::int, octet_length(value::text) > 4000
      from jsonb_array_elements(snapshot -> 'tasks') with ordinality as x (value, ord)
  ), stretches (kind, place, body) as (
    select 'task_lists', (ord - 1)::int / 32, jsonb_agg(value order by ord)
      from jsonb_array_elements(snapshot -> 'task_lists') with ordinality as x (value, ord) group by 2
    union all
    select 'tasks', number / 16, jsonb_agg(value order by ord) from tasks where not is_large group by 2
    union all
    select 'large_tasks', ord::int, jsonb_build_array(value) from tasks where is_large
    union all
    select 'dependencies', coalesce(t.number, 0) / 64, jsonb_agg(d.value order by d.ord)
      from jsonb_array_elements(snapshot -> 'dependencies') with ordinality as d (value, ord)
      left join tasks t on t.value ->> 'id' = d.value ->> 'task_id' group by 2
    union all
    select 'note_ids', (ord - 1)::int / 256, jsonb_agg(value order by ord)
      from jsonb_array_elements(snapshot -> 'note_ids') with ordinality as x (value, ord) group by 2
    union all
    select 'prd', 0, snapshot -> 'prd' where jsonb_typeof(snapshot -> 'prd') = 'object'
  ), hashed as (
    select kind, place, body, substr(sha256(convert_to(body::text, 'UTF8')), 1, 16) as hash from stretches
  ), pieces as (
    insert into checkpoint_pieces (project_id, hash, body, bytes)
    select distinct on (hash) kept_project, hash, body, octet_length(body::text) from hashed
    on conflict do nothing
  )
  insert into checkpoint_parts (checkpoint_id, kind, place, project_id, hash)
  select kept_id, kind, place, kept_project, hash from hashed
$$;
--> statement-breakpoint
create function baton_snapshot(kept_id uuid) returns jsonb stable language sql as $$
  with held as (
    select a.kind, a.place, p.body from checkpoint_parts a
    join checkpoint_pieces p on p.project_id = a.project_id and p.hash = a.hash
    where a.checkpoint_id = kept_id
  ), rows as (
    select held.kind, held.place, x.value, x.ord
    from held, jsonb_array_elements(held.body) with ordinality as x (value, ord) where held.kind <> 'prd'
  )
  select jsonb_build_object(
    'version', 1,
    'task_lists', (select coalesce(jsonb_agg(value order by place, ord), '[]') from rows where kind = 'task_lists'),
    'tasks', (select coalesce(jsonb_agg(value order by (value ->> 'number')::int), '[]') from rows where kind in ('tasks', 'large_tasks')),
    'dependencies', (select coalesce(jsonb_agg(value order by value ->> 'task_id', value ->> 'depends_on_id'), '[]') from rows where kind = 'dependencies'),
    'note_ids', (select coalesce(jsonb_agg(value order by place, ord), '[]') from rows where kind = 'note_ids'),
    'prd', (select body from held where kind = 'prd'))
$$;
--> statement-breakpoint
-- Of the project's pieces, those that no checkpoint has any more go with the last one that had them.
create function forget_pieces() returns trigger language plpgsql as $$
begin
  delete from checkpoint_pieces p using (select distinct project_id from gone) g
  where p.project_id = g.project_id
    and not exists (select from checkpoint_parts a where a.project_id = p.project_id and a.hash = p.hash);
  return null;
end $$;
--> statement-breakpoint
create trigger forget_pieces after delete on checkpoints referencing old table as gone
  for each statement execute function forget_pieces();
--> statement-breakpoint
select baton_keep_snapshot(id, project_id, snapshot) from checkpoints;
--> statement-breakpoint
ALTER TABLE "checkpoints" DROP COLUMN "snapshot";
--> statement-breakpoint
create function baton_keep_checkpoint(new_id uuid, of_project uuid, new_name text, new_reason text, new_author jsonb, at timestamptz,
  snapshot jsonb, out task_count int, out done_count int) language plpgsql as $$
begin
  task_count := jsonb_array_length(snapshot -> 'tasks');
  done_count := (select count(*) from jsonb_array_elements(snapshot -> 'tasks') t where t ->> 'status' = 'done');
  insert into checkpoints (id, project_id, name, reason, task_count, done_count, author, created_at)
  values (new_id, of_project, new_name, new_reason, task_count, done_count, new_author, at);
  perform baton_keep_snapshot(new_id, of_project, snapshot);
  -- Whoever has no room must be able to make some.
  if new_reason = 'before_delete' then perform set_config('baton.spare', 'a tenth', true); end if;
end $$;
--> statement-breakpoint
update subscription_tiers set storage_mb = 1000 where id = 'pro';
--> statement-breakpoint
-- The size of a row: its text, and a little for being there, so that a million empty rows are not for nothing.
create function baton_size(project_row projects) returns bigint immutable language sql as $$
  select 500 + octet_length(project_row.name) + coalesce(octet_length(project_row.description), 0)
$$;
--> statement-breakpoint
create function baton_size(list task_lists) returns bigint immutable language sql as $$
  select 200 + octet_length(list.name) + octet_length(list.operational_brief) + coalesce(octet_length(list.origin::text), 0)
$$;
--> statement-breakpoint
create function baton_size(task tasks) returns bigint immutable language sql as $$
  select 200 + octet_length(task.title) + octet_length(task.description) + octet_length(task.checks::text)
    + coalesce(octet_length(task.blocked_reason), 0) + coalesce(octet_length(task.question::text), 0)
    + coalesce(octet_length(task.work::text), 0) + coalesce(octet_length(task.origin::text), 0)
    + octet_length(array_to_string(task.requirement_ids, ','))
$$;
--> statement-breakpoint
create function baton_size(note notes) returns bigint immutable language sql as $$
  select 200 + octet_length(note.body) + coalesce(octet_length(note.work::text), 0)
$$;
--> statement-breakpoint
create function baton_size(prd prd_versions) returns bigint immutable language sql as $$
  select 200 + octet_length(prd.filename) + octet_length(prd.content)
$$;
--> statement-breakpoint
create function baton_size(checkpoint checkpoints) returns bigint immutable language sql as $$
  select 500 + octet_length(checkpoint.name)
$$;
--> statement-breakpoint
create function baton_size(piece checkpoint_pieces) returns bigint immutable language sql as $$
  select 200 + piece.bytes
$$;
--> statement-breakpoint
create function baton_size(part checkpoint_parts) returns bigint immutable language sql as $$
  select 100::bigint
$$;
--> statement-breakpoint
-- What a transaction has added and taken away. Nobody else ever sees a row of it: at commit they are settled and gone.
create unlogged table project_size_changes (
  xact xid8 not null default pg_current_xact_id(),
  project_id uuid not null,
  counted text not null,
  bytes bigint not null
);
--> statement-breakpoint
create index project_size_changes_of_xact on project_size_changes (xact);
--> statement-breakpoint
-- The first argument is the column that counts the table. A branch for each: the size of a row is known by its table.
create function count_size() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  case tg_table_name
    when 'task_lists' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::task_lists)) * sign from changed c group by 1;
    when 'tasks' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::tasks)) * sign from changed c group by 1;
    when 'notes' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::notes)) * sign from changed c group by 1;
    when 'prd_versions' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::prd_versions)) * sign from changed c group by 1;
    when 'checkpoints' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::checkpoints)) * sign from changed c group by 1;
    when 'checkpoint_pieces' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::checkpoint_pieces)) * sign from changed c group by 1;
    when 'checkpoint_parts' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::checkpoint_parts)) * sign from changed c group by 1;
  end case;
  return null;
end $$;
--> statement-breakpoint
create function count_resize() returns trigger language plpgsql as $$
begin
  insert into project_size_changes (project_id, counted, bytes)
  values (new.project_id, tg_argv[0], baton_size(new) - baton_size(old));
  return null;
end $$;
--> statement-breakpoint
create function open_size() returns trigger language plpgsql as $$
begin
  insert into project_sizes (project_id, user_id) values (new.id, new.user_id);
  insert into project_size_changes (project_id, counted, bytes) values (new.id, 'plan', baton_size(new));
  return null;
end $$;
--> statement-breakpoint
create trigger count_size after insert on projects for each row execute function open_size();
--> statement-breakpoint
create function resize_project() returns trigger language plpgsql as $$
begin
  insert into project_size_changes (project_id, counted, bytes) values (new.id, 'plan', baton_size(new) - baton_size(old));
  return null;
end $$;
--> statement-breakpoint
create trigger count_resize after update of name, description on projects for each row
  when (baton_size(old) <> baton_size(new)) execute function resize_project();
--> statement-breakpoint
create trigger count_size_added after insert on task_lists referencing new table as changed for each statement execute function count_size('plan');
--> statement-breakpoint
create trigger count_size_gone after delete on task_lists referencing old table as changed for each statement execute function count_size('plan');
--> statement-breakpoint
create trigger count_resize after update of name, operational_brief, origin on task_lists for each row
  when (baton_size(old) <> baton_size(new)) execute function count_resize('plan');
--> statement-breakpoint
create trigger count_size_added after insert on tasks referencing new table as changed for each statement execute function count_size('plan');
--> statement-breakpoint
create trigger count_size_gone after delete on tasks referencing old table as changed for each statement execute function count_size('plan');
--> statement-breakpoint
create trigger count_resize after update of title, description, checks, blocked_reason, question, work, origin, requirement_ids on tasks for each row
  when (baton_size(old) <> baton_size(new)) execute function count_resize('plan');
--> statement-breakpoint
create trigger count_size_added after insert on notes referencing new table as changed for each statement execute function count_size('notes');
--> statement-breakpoint
create trigger count_size_gone after delete on notes referencing old table as changed for each statement execute function count_size('notes');
--> statement-breakpoint
create trigger count_resize after update of body, work on notes for each row
  when (baton_size(old) <> baton_size(new)) execute function count_resize('notes');
--> statement-breakpoint
create trigger count_size_added after insert on prd_versions referencing new table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_size_gone after delete on prd_versions referencing old table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_resize after update of filename, content on prd_versions for each row
  when (baton_size(old) <> baton_size(new)) execute function count_resize('prds');
--> statement-breakpoint
create trigger count_size_added after insert on checkpoints referencing new table as changed for each statement execute function count_size('checkpoints');
--> statement-breakpoint
create trigger count_size_gone after delete on checkpoints referencing old table as changed for each statement execute function count_size('checkpoints');
--> statement-breakpoint
create trigger count_size_added after insert on checkpoint_pieces referencing new table as changed for each statement execute function count_size('checkpoints');
--> statement-breakpoint
create trigger count_size_gone after delete on checkpoint_pieces referencing old table as changed for each statement execute function count_size('checkpoints');
--> statement-breakpoint
create trigger count_size_added after insert on checkpoint_parts referencing new table as changed for each statement execute function count_size('checkpoints');
--> statement-breakpoint
create trigger count_size_gone after delete on checkpoint_parts referencing old table as changed for each statement execute function count_size('checkpoints');
--> statement-breakpoint
insert into project_sizes (project_id, user_id, plan, notes, prds, checkpoints)
select p.id, p.user_id,
  baton_size(p) + coalesce((select sum(baton_size(l)) from task_lists l where l.project_id = p.id), 0)
    + coalesce((select sum(baton_size(t)) from tasks t where t.project_id = p.id), 0),
  coalesce((select sum(baton_size(n)) from notes n where n.project_id = p.id), 0),
  coalesce((select sum(baton_size(v)) from prd_versions v where v.project_id = p.id), 0),
  coalesce((select sum(baton_size(c)) from checkpoints c where c.project_id = p.id), 0)
    + coalesce((select sum(baton_size(x)) from checkpoint_pieces x where x.project_id = p.id), 0)
    + coalesce((select sum(baton_size(y)) from checkpoint_parts y where y.project_id = p.id), 0)
from projects p;
--> statement-breakpoint
-- What an account may keep, in bytes; null without a limit. An administrator's word for the account goes before its tier's.
create function storage_allowed(owner uuid) returns bigint stable language sql as $$
  select 1000000::bigint * coalesce(
    (select storage_mb from user_limits where user_id = owner),
    (select t.storage_mb from subscription_tiers t where t.id = coalesce(
      (select s.tier_id from user_subscriptions s where s.user_id = owner and (s.access_until is null or s.access_until > now())), 'free')))
$$;
--> statement-breakpoint
-- An account's commits go one after the other from here on, and each sees what the one before has left.
create function require_storage(owner uuid, grown bigint) returns void language plpgsql as $$
declare
  allowed bigint := storage_allowed(owner);
  used bigint;
begin
  if allowed is null or (current_setting('baton.spare', true) = 'returned' and grown <= 500000) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('storage ' || owner, 0));
  select sum(plan + notes + prds + checkpoints) into used from project_sizes where user_id = owner;
  if used <= allowed then return; end if;
  if current_setting('baton.spare', true) = 'a tenth' and used <= allowed * 1.1 then return; end if;
  raise exception 'account % would keep % bytes of %', owner, used, allowed
    using errcode = 'BT507', detail = json_build_object('used', used, 'allowed', allowed)::text;
end $$;
--> statement-breakpoint
-- At commit, so that others who write in the project wait for no longer than that. The first change of a transaction that
-- comes here settles all of them; what shrinks an account is never refused.
create function settle_sizes() returns trigger language plpgsql as $$
declare
  owners uuid[];
  bytes bigint[];
begin
  if current_setting('baton.settled', true) = new.xact::text then return null; end if;
  perform set_config('baton.settled', new.xact::text, true);
  with gone as (
    delete from project_size_changes c where c.xact = new.xact returning c.project_id, c.counted, c.bytes
  ), sums as (
    select project_id,
      coalesce(sum(gone.bytes) filter (where counted = 'plan'), 0) as plan,
      coalesce(sum(gone.bytes) filter (where counted = 'notes'), 0) as notes,
      coalesce(sum(gone.bytes) filter (where counted = 'prds'), 0) as prds,
      coalesce(sum(gone.bytes) filter (where counted = 'checkpoints'), 0) as checkpoints, sum(gone.bytes) as bytes
    from gone group by project_id
  ), held as (
    select s.project_id from project_sizes s where s.project_id in (select project_id from sums) order by 1 for no key update
  ), written as (
    update project_sizes s set plan = s.plan + sums.plan, notes = s.notes + sums.notes, prds = s.prds + sums.prds,
      checkpoints = s.checkpoints + sums.checkpoints
    from sums join held using (project_id) where s.project_id = sums.project_id
    returning s.user_id, sums.bytes
  )
  select coalesce(array_agg(w.user_id order by w.user_id), '{}'), array_agg(w.grown order by w.user_id) into owners, bytes
  from (select x.user_id, sum(x.bytes)::bigint as grown from written x group by 1 having sum(x.bytes) > 0) w;
  for place in 1..cardinality(owners) loop
    perform require_storage(owners[place], bytes[place]);
  end loop;
  return null;
end $$;
--> statement-breakpoint
create function ask_to_settle() returns trigger language plpgsql as $$
begin
  -- Where constraints are checked at once, more may come after what was settled.
  if current_setting('baton.settled', true) <> '' then perform set_config('baton.settled', '', true); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ask_to_settle after insert on project_size_changes for each statement execute function ask_to_settle();
--> statement-breakpoint
create constraint trigger settle_sizes after insert on project_size_changes deferrable initially deferred
  for each row execute function settle_sizes();
--> statement-breakpoint
-- A baton is given back, by whatever way, also where there is no room for the notes about it: so much more for each that is held,
-- because taking one needs room.
create function spare_storage() returns trigger language plpgsql as $$
begin
  perform set_config('baton.spare', case tg_op when 'DELETE' then 'returned' else '' end, true);
  return null;
end $$;
--> statement-breakpoint
create trigger spare_storage after insert or delete on batons for each row execute function spare_storage();
