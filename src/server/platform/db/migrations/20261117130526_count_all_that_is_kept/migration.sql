-- What an account can fill and was not counted: who wrote a note or a checkpoint, a project's rules, what the last holder left
-- behind, dependencies, roles, and what was read from a PRD.
create or replace function baton_size(project_row projects) returns bigint immutable language sql as $$
  select 500 + octet_length(project_row.name) + coalesce(octet_length(project_row.description), 0)
    + coalesce(octet_length(project_row.verify_command), 0) + coalesce(octet_length(project_row.repository_url), 0)
$$;
--> statement-breakpoint
create or replace function baton_size(task tasks) returns bigint immutable language sql as $$
  select 200 + octet_length(task.title) + octet_length(task.description) + octet_length(task.checks::text)
    + coalesce(octet_length(task.blocked_reason), 0) + coalesce(octet_length(task.question::text), 0)
    + coalesce(octet_length(task.work::text), 0) + coalesce(octet_length(task.origin::text), 0)
    + coalesce(octet_length(task.handover::text), 0) + octet_length(array_to_string(task.requirement_ids, ','))
$$;
--> statement-breakpoint
create or replace function baton_size(note notes) returns bigint immutable language sql as $$
  select 200 + octet_length(note.body) + octet_length(note.author::text) + coalesce(octet_length(note.work::text), 0)
$$;
--> statement-breakpoint
create or replace function baton_size(checkpoint checkpoints) returns bigint immutable language sql as $$
  select 500 + octet_length(checkpoint.name) + octet_length(checkpoint.author::text)
$$;
--> statement-breakpoint
create function baton_size(dependency task_dependencies) returns bigint immutable language sql as $$
  select 150::bigint
$$;
--> statement-breakpoint
create function baton_size(role_row prd_roles) returns bigint immutable language sql as $$
  select 200 + octet_length(role_row.key) + octet_length(role_row.excerpt) + octet_length(role_row.set_by::text)
$$;
--> statement-breakpoint
create function baton_size(requirement requirements) returns bigint immutable language sql as $$
  select 200 + octet_length(requirement.id) + octet_length(requirement.hash) + octet_length(requirement.found::text)
$$;
--> statement-breakpoint
create function baton_size(kept prd_readings) returns bigint immutable language sql as $$
  select 200 + coalesce(octet_length(kept.reading::text), 0) + coalesce(octet_length(kept.work::text), 0)
$$;
--> statement-breakpoint
-- A task that goes takes its dependencies along, one statement for each task: where there were none, nothing is entered.
create or replace function count_size() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from changed limit 1;
  if not found then return null; end if;
  case tg_table_name
    when 'task_lists' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::task_lists)) * sign from changed c group by 1;
    when 'tasks' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::tasks)) * sign from changed c group by 1;
    when 'task_dependencies' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::task_dependencies)) * sign from changed c group by 1;
    when 'notes' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::notes)) * sign from changed c group by 1;
    when 'prd_versions' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::prd_versions)) * sign from changed c group by 1;
    when 'prd_roles' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::prd_roles)) * sign from changed c group by 1;
    when 'requirements' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::requirements)) * sign from changed c group by 1;
    when 'prd_readings' then
      insert into project_size_changes (project_id, counted, bytes)
      select c.project_id, tg_argv[0], sum(baton_size(c::prd_readings)) * sign from changed c group by 1;
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
create trigger count_size_added after insert on task_dependencies referencing new table as changed for each statement execute function count_size('plan');
--> statement-breakpoint
create trigger count_size_gone after delete on task_dependencies referencing old table as changed for each statement execute function count_size('plan');
--> statement-breakpoint
create trigger count_size_added after insert on prd_roles referencing new table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_size_gone after delete on prd_roles referencing old table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_size_added after insert on requirements referencing new table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_size_gone after delete on requirements referencing old table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_size_added after insert on prd_readings referencing new table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
create trigger count_size_gone after delete on prd_readings referencing old table as changed for each statement execute function count_size('prds');
--> statement-breakpoint
-- One row for each project. Without a condition: comparing the sizes first would write out a large reading twice.
create trigger count_resize after update of reading, work on prd_readings for each row execute function count_resize('prds');
--> statement-breakpoint
-- Hundreds of roles may be set in one statement.
create function count_resized_roles() returns trigger language plpgsql as $$
begin
  insert into project_size_changes (project_id, counted, bytes)
  select x.project_id, 'prds', sum(x.bytes) from (
    select n.project_id, baton_size(n::prd_roles) as bytes from changed n
    union all
    select o.project_id, -baton_size(o::prd_roles) from gone o
  ) x group by 1 having sum(x.bytes) <> 0;
  return null;
end $$;
--> statement-breakpoint
create trigger count_resize after update on prd_roles referencing old table as gone new table as changed
  for each statement execute function count_resized_roles();
--> statement-breakpoint
drop trigger count_resize on projects;
--> statement-breakpoint
create trigger count_resize after update of name, description, verify_command, repository_url on projects for each row
  when (baton_size(old) <> baton_size(new)) execute function resize_project();
--> statement-breakpoint
drop trigger count_resize on tasks;
--> statement-breakpoint
create trigger count_resize after update of title, description, checks, blocked_reason, question, work, origin, handover, requirement_ids on tasks for each row
  when (baton_size(old) <> baton_size(new)) execute function count_resize('plan');
--> statement-breakpoint
drop trigger count_resize on notes;
--> statement-breakpoint
create trigger count_resize after update of body, author, work on notes for each row
  when (baton_size(old) <> baton_size(new)) execute function count_resize('notes');
--> statement-breakpoint
update project_sizes s set
  plan = baton_size(p) + coalesce((select sum(baton_size(l)) from task_lists l where l.project_id = p.id), 0)
    + coalesce((select sum(baton_size(t)) from tasks t where t.project_id = p.id), 0)
    + coalesce((select sum(baton_size(d)) from task_dependencies d where d.project_id = p.id), 0),
  notes = coalesce((select sum(baton_size(n)) from notes n where n.project_id = p.id), 0),
  prds = coalesce((select sum(baton_size(v)) from prd_versions v where v.project_id = p.id), 0)
    + coalesce((select sum(baton_size(r)) from prd_roles r where r.project_id = p.id), 0)
    + coalesce((select sum(baton_size(q)) from requirements q where q.project_id = p.id), 0)
    + coalesce((select sum(baton_size(k)) from prd_readings k where k.project_id = p.id), 0),
  checkpoints = coalesce((select sum(baton_size(c)) from checkpoints c where c.project_id = p.id), 0)
    + coalesce((select sum(baton_size(x)) from checkpoint_pieces x where x.project_id = p.id), 0)
    + coalesce((select sum(baton_size(y)) from checkpoint_parts y where y.project_id = p.id), 0)
from projects p where p.id = s.project_id;
--> statement-breakpoint
-- How many batons a transaction has taken and given back.
drop trigger spare_storage on batons;
--> statement-breakpoint
drop function spare_storage();
--> statement-breakpoint
create function batons_counted(what text) returns int stable language sql as $$
  select coalesce(nullif(current_setting(what, true), ''), '0')::int
$$;
--> statement-breakpoint
create function count_batons() returns trigger language plpgsql as $$
begin
  perform set_config(tg_argv[0], (batons_counted(tg_argv[0]) + (select count(*) from changed))::text, true);
  return null;
end $$;
--> statement-breakpoint
create trigger count_batons_taken after insert on batons referencing new table as changed
  for each statement execute function count_batons('baton.taken');
--> statement-breakpoint
create trigger count_batons_returned after delete on batons referencing old table as changed
  for each statement execute function count_batons('baton.returned');
--> statement-breakpoint
-- Whoever holds a baton gives it back however full the account is: with up to half a megabyte of notes while the account is no
-- more than a twentieth beyond what it may keep, and always with a few words. Nobody can do that again and again, because one
-- more baton than before is taken only where there is room. A tenth is for deleting, which leaves a checkpoint, and for what was
-- read from a PRD that is there: a look at it must not fail.
create or replace function require_storage(owner uuid, grown bigint) returns void language plpgsql as $$
declare
  few_words constant int := 16000;
  allowed bigint := storage_allowed(owner);
  spare text := coalesce(current_setting('baton.spare', true), '');
  returned int := case when batons_counted('baton.taken') = 0 then batons_counted('baton.returned') else 0 end;
  room bigint;
  used bigint;
begin
  if allowed is null then return; end if;
  if returned > 0 and grown <= few_words * returned then return; end if;
  if spare = 'reading' and grown <= few_words then return; end if;
  room := case when spare in ('a tenth', 'reading') then allowed / 10
    when returned > 0 and grown <= 500000 then allowed / 20 else 0 end;
  perform pg_advisory_xact_lock(hashtextextended('storage ' || owner, 0));
  select sum(plan + notes + prds + checkpoints) into used from project_sizes where user_id = owner;
  if used <= allowed + room then return; end if;
  raise exception 'account % would keep % bytes of %', owner, used, allowed
    using errcode = 'BT507', detail = json_build_object('used', used, 'allowed', allowed)::text;
end $$;
--> statement-breakpoint
-- What shrinks an account is never refused, unless a baton more is taken: its holder will have something to say.
create or replace function settle_sizes() returns trigger language plpgsql as $$
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
  from (
    select x.user_id, sum(x.bytes)::bigint as grown from written x group by 1
    having sum(x.bytes) > 0 or batons_counted('baton.taken') > batons_counted('baton.returned')
  ) w;
  for place in 1..cardinality(owners) loop
    perform require_storage(owners[place], bytes[place]);
  end loop;
  return null;
end $$;
