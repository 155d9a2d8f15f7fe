ALTER TABLE "notes" DROP CONSTRAINT "notes_type";--> statement-breakpoint
ALTER TABLE "notes" DROP CONSTRAINT "notes_not_own_successor";--> statement-breakpoint
ALTER TABLE "task_lists" DROP CONSTRAINT "task_lists_root_depth";--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_status";--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_completed_when";--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_prd_lines";--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_prd_state";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_status";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_baton_slots";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_lease_minutes";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_done_means";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_verify_timeout";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_verify_tries";--> statement-breakpoint
ALTER TABLE "batons" DROP CONSTRAINT "batons_slot";--> statement-breakpoint
DROP INDEX "notes_counted";--> statement-breakpoint
DROP INDEX "notes_about_task";--> statement-breakpoint
DROP INDEX "notes_of_project";--> statement-breakpoint
-- Notes are counted by task from it; as part of its order, the planner would look for a task in it, and read it from end to end.
CREATE INDEX "notes_of_project" ON "notes" ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) INCLUDE ("task_id", "type") WHERE "deleted_at" is null;--> statement-breakpoint
DROP INDEX "notes_of_task";--> statement-breakpoint
CREATE INDEX "notes_of_task" ON "notes" ("task_id","created_at" DESC NULLS LAST) WHERE "task_id" is not null;--> statement-breakpoint
-- A check of a table is read, planned and compiled for every statement that touches a row, whichever columns it changes: of a
-- claim a tenth. As triggers of their columns the same rules cost what they look at. They refuse by the same names and code.
create function refuse_row(of_table text, rule text) returns void language plpgsql as $$
begin
  raise exception 'new row for relation "%" violates check constraint "%"', of_table, rule
    using errcode = '23514', table = of_table, constraint = rule;
end $$;
--> statement-breakpoint
create function require_valid_project() returns trigger language plpgsql as $$
begin
  if not (new.baton_slots between 1 and 16) then perform refuse_row('projects', 'projects_baton_slots'); end if;
  if not (new.lease_minutes between 5 and 240) then perform refuse_row('projects', 'projects_lease_minutes'); end if;
  if not (new.done_means in ('word', 'checks', 'verified')) then perform refuse_row('projects', 'projects_done_means'); end if;
  if not (new.verify_timeout_minutes between 1 and 120) then perform refuse_row('projects', 'projects_verify_timeout'); end if;
  if not (new.verify_tries between 1 and 10) then perform refuse_row('projects', 'projects_verify_tries'); end if;
  if not (new.status in ('active', 'archived')) then perform refuse_row('projects', 'projects_status'); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger valid after insert or update of baton_slots, lease_minutes, done_means, verify_timeout_minutes, verify_tries, status on projects
  for each row execute function require_valid_project();
--> statement-breakpoint
create function require_valid_list() returns trigger language plpgsql as $$
begin
  if (new.parent_task_id is null) <> (new.depth = 0) then perform refuse_row('task_lists', 'task_lists_root_depth'); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger valid after insert or update of parent_task_id, depth on task_lists for each row execute function require_valid_list();
--> statement-breakpoint
create function require_valid_task() returns trigger language plpgsql as $$
begin
  if not (new.status in ('open', 'wip', 'done')) then perform refuse_row('tasks', 'tasks_status'); end if;
  if new.is_completed <> (new.completed_at is not null) then perform refuse_row('tasks', 'tasks_completed_when'); end if;
  if not (new.prd_state in ('review', 'orphaned')) then perform refuse_row('tasks', 'tasks_prd_state'); end if;
  if not ((new.prd_start_line is null) = (new.prd_end_line is null) and new.prd_start_line >= 1 and new.prd_start_line <= new.prd_end_line) then
    perform refuse_row('tasks', 'tasks_prd_lines');
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger valid after insert or update of status, is_completed, completed_at, prd_state, prd_start_line, prd_end_line on tasks
  for each row execute function require_valid_task();
--> statement-breakpoint
create function require_valid_note() returns trigger language plpgsql as $$
begin
  if not (new.type in ('PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER')) then perform refuse_row('notes', 'notes_type'); end if;
  if new.supersedes_id = new.id or new.superseded_by_id = new.id then perform refuse_row('notes', 'notes_not_own_successor'); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger valid after insert or update of type, supersedes_id, superseded_by_id on notes for each row execute function require_valid_note();
--> statement-breakpoint
create function require_valid_baton() returns trigger language plpgsql as $$
begin
  if not (new.slot between 1 and 16) then perform refuse_row('batons', 'batons_slot'); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger valid after insert or update of slot on batons for each row execute function require_valid_baton();
--> statement-breakpoint
-- What the two functions below write, they count themselves: the triggers that would count it are told to leave it. They are
-- called all the same: a condition of a trigger is planned anew for every statement, and its function keeps its plans.
drop trigger count_batons_taken on batons;
--> statement-breakpoint
drop trigger count_batons_returned on batons;
--> statement-breakpoint
drop function count_batons();
--> statement-breakpoint
create function count_returned_baton() returns trigger language plpgsql as $$
begin
  if current_setting('baton.counts_itself', true) = 'on' then return null; end if;
  perform set_config('baton.returned', (batons_counted('baton.returned') + 1)::text, true);
  return null;
end $$;
--> statement-breakpoint
create trigger returned after delete on batons for each row execute function count_returned_baton();
--> statement-breakpoint
create function count_taken_baton() returns trigger language plpgsql as $$
begin
  if current_setting('baton.counts_itself', true) = 'on' then return null; end if;
  perform set_config('baton.taken', (batons_counted('baton.taken') + 1)::text, true);
  -- Nothing that is counted need come with it, and room is needed all the same.
  insert into project_size_changes (project_id, counted, bytes) values (new.project_id, 'plan', 0);
  return null;
end $$;
--> statement-breakpoint
create trigger taken after insert on batons for each row execute function count_taken_baton();
--> statement-breakpoint
create or replace function refuse_extra_baton() returns trigger language plpgsql as $$
begin
  if current_setting('baton.counts_itself', true) = 'on' then return null; end if;
  if new.slot > (select baton_slots from projects where id = new.project_id) then
    raise exception 'project % has no baton %', new.project_id, new.slot using errcode = '23514', constraint = 'batons_slot_of_project';
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger count_resize on tasks;
--> statement-breakpoint
create trigger count_resize after update of title, description, checks, blocked_reason, question, work, origin, handover, requirement_ids on tasks for each row
  execute function count_resize('plan');
--> statement-breakpoint
create or replace function count_resize() returns trigger language plpgsql as $$
declare
  grown bigint;
begin
  if current_setting('baton.counts_itself', true) = 'on' then return null; end if;
  grown := baton_size(new) - baton_size(old);
  if grown <> 0 then
    insert into project_size_changes (project_id, counted, bytes) values (new.project_id, tg_argv[0], grown);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function resize_project() returns trigger language plpgsql as $$
declare
  grown bigint := baton_size(new) - baton_size(old);
begin
  if grown <> 0 then
    insert into project_size_changes (project_id, counted, bytes) values (new.id, 'plan', grown);
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger count_resize on projects;
--> statement-breakpoint
create trigger count_resize after update of name, description, verify_command, repository_url on projects for each row
  execute function resize_project();
--> statement-breakpoint
drop trigger count_resize on task_lists;
--> statement-breakpoint
create trigger count_resize after update of name, operational_brief, origin on task_lists for each row execute function count_resize('plan');
--> statement-breakpoint
drop trigger count_resize on notes;
--> statement-breakpoint
create trigger count_resize after update of body, author, work on notes for each row execute function count_resize('notes');
--> statement-breakpoint
drop trigger count_resize on prd_versions;
--> statement-breakpoint
create trigger count_resize after update of filename, content on prd_versions for each row execute function count_resize('prds');
--> statement-breakpoint
drop trigger count_size_added on notes;
--> statement-breakpoint
create function count_added_notes() returns trigger language plpgsql as $$
begin
  if current_setting('baton.counts_itself', true) = 'on' then return null; end if;
  insert into project_size_changes (project_id, counted, bytes)
  select c.project_id, 'notes', sum(baton_size(c::notes)) from changed c group by 1;
  return null;
end $$;
--> statement-breakpoint
create trigger count_size_added after insert on notes referencing new table as changed for each statement execute function count_added_notes();
--> statement-breakpoint
-- As before; in plpgsql, which keeps its plans.
create or replace function storage_allowed(owner uuid) returns bigint stable language plpgsql as $$
begin
  return 1000000::bigint * case when (select s.instance_kind from system_settings s) = 'team'
    then (select l.storage_mb from user_limits l where l.user_id = owner)
    else coalesce(
      (select l.storage_mb from user_limits l where l.user_id = owner),
      (select t.storage_mb from subscription_tiers t where t.id = coalesce(
        (select s.tier_id from user_subscriptions s where s.user_id = owner and (s.access_until is null or s.access_until > now())), 'free')))
    end;
end $$;
--> statement-breakpoint
-- As before, in fewer and smaller statements where what changed is one thing of one project.
create or replace function settle_sizes() returns trigger language plpgsql as $$
declare
  ignored text;
  changed record;
  owners uuid[];
  bytes bigint[];
begin
  if current_setting('baton.settled', true) = new.xact::text then return null; end if;
  ignored := set_config('baton.settled', new.xact::text, true);
  with gone as (
    delete from project_size_changes c where c.xact = new.xact returning c.project_id, c.counted, c.bytes
  )
  select array_agg(g.project_id) as projects, array_agg(g.counted) as counted, array_agg(g.bytes) as bytes into changed from gone g;
  if cardinality(changed.projects) = 1 then
    update project_sizes s set
      plan = s.plan + case new.counted when 'plan' then new.bytes else 0 end,
      notes = s.notes + case new.counted when 'notes' then new.bytes else 0 end,
      prds = s.prds + case new.counted when 'prds' then new.bytes else 0 end,
      checkpoints = s.checkpoints + case new.counted when 'checkpoints' then new.bytes else 0 end
    where s.project_id = new.project_id returning array[s.user_id], array[new.bytes] into owners, bytes;
    if new.bytes <= 0 and batons_counted('baton.taken') <= batons_counted('baton.returned') then return null; end if;
  else
    with sums as (
      select g.project_id,
        coalesce(sum(g.bytes) filter (where g.counted = 'plan'), 0) as plan,
        coalesce(sum(g.bytes) filter (where g.counted = 'notes'), 0) as notes,
        coalesce(sum(g.bytes) filter (where g.counted = 'prds'), 0) as prds,
        coalesce(sum(g.bytes) filter (where g.counted = 'checkpoints'), 0) as checkpoints, sum(g.bytes) as bytes
      from unnest(changed.projects, changed.counted, changed.bytes) as g (project_id, counted, bytes) group by 1
    ), held as (
      select s.project_id from project_sizes s where s.project_id in (select project_id from sums) order by 1 for no key update
    ), written as (
      update project_sizes s set plan = s.plan + sums.plan, notes = s.notes + sums.notes, prds = s.prds + sums.prds,
        checkpoints = s.checkpoints + sums.checkpoints
      from sums join held using (project_id) where s.project_id = sums.project_id
      returning s.user_id, sums.bytes
    )
    select array_agg(w.user_id order by w.user_id), array_agg(w.grown order by w.user_id) into owners, bytes
    from (
      select x.user_id, sum(x.bytes)::bigint as grown from written x group by 1
      having sum(x.bytes) > 0 or batons_counted('baton.taken') > batons_counted('baton.returned')
    ) w;
  end if;
  for place in 1 .. coalesce(cardinality(owners), 0) loop
    ignored := require_storage(owners[place], bytes[place]);
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- Whether an account keeps no more than it may: whoever takes a baton will have something to say.
create function has_room(owner uuid) returns boolean stable language plpgsql as $$
declare
  allowed bigint := storage_allowed(owner);
begin
  return allowed is null or coalesce(
    (select sum(s.plan + s.notes + s.prds + s.checkpoints) from project_sizes s where s.user_id = owner), 0) <= allowed;
end $$;
--> statement-breakpoint
-- The same as `is null`, where another index finds the rows: as long as a table was never analysed, the planner takes rows without a
-- date for rare, and reads an index of all that have none from end to end.
create function is_live(deleted_at timestamptz) returns boolean immutable language sql as $$
  select coalesce(deleted_at, 'infinity') = 'infinity'
$$;
--> statement-breakpoint
-- A baton as a look-up tells it.
create function describe_held(b batons) returns json stable language sql as $$
  select json_build_object('taskId', b.task_id, 'name', b.holder ->> 'name', 'expiresAt', b.expires_at,
    'holderKey', b.holder_key, 'clientKey', b.client_key, 'tokenHash', b.token_hash)
$$;
--> statement-breakpoint
create function iso_time(at timestamptz) returns text stable language sql as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
-- Takes the baton in the usual case: a ready task of a project that can be written to, a free slot, nobody's lease over. For
-- anything else it raises BT001, and whoever called decides the long way; where nothing is ready it raises BT002. Nothing of it
-- is kept then. Without a project it is the one of the task, without a task the next. With `looks_up` it also answers what else its
-- caller holds, and raises BT001 where something was taken from it that it must be told of. With `notes_max` the brief comes with it.
create function claim_usual(
  of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, by_actor jsonb, by_holder jsonb, by_key text, by_client text,
  secret text, given timestamptz, looks_up boolean default false, by_token text default null, notes_max int default null, around_max int default null
) returns table (task tasks, list task_lists, baton batons, token text, held json, brief json)
language plpgsql as $$
declare
  p record;
  at timestamptz;
  said_at text;
  used smallint[];
  busy uuid[];
  is_unusual boolean;
  free smallint := 1;
  ready uuid;
  ignored text;
  head bigint;
begin
  -- Assigned and not performed: what is only an expression then needs no statement of its own.
  ignored := set_config('baton.counts_itself', 'on', true);
  if of_project is null then select t.project_id into of_project from tasks t where t.id = wanted_id; end if;
  -- The lock under which a plan stands still.
  update projects set last_fence = last_fence + 1
  where id = of_project and user_id = of_user and is_live(deleted_at) and status = 'active' and read_only_at is null
  returning last_fence, baton_slots, lease_minutes, done_means into p;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  if looks_up then
    perform from baton_losses x
    where x.project_id = of_project and (x.holder_key = by_client or x.client_key = by_client or x.token_hash = by_token);
    if found then raise exception 'unusual' using errcode = 'BT001'; end if;
  end if;
  -- Not now(), which is from before the wait for the lock.
  at := date_trunc('milliseconds', coalesce(given, clock_timestamp()));
  -- Asked first, because most often there is none.
  perform from batons x where x.project_id = of_project;
  if found then
    select array_agg(x.slot), array_agg(t.root_list_id), bool_or(x.holder_key = by_key or x.expires_at <= at),
      json_agg(describe_held(x)) filter (where looks_up and (x.holder_key = by_client or x.client_key = by_client or x.token_hash = by_token))
    into used, busy, is_unusual, held
    from batons x join tasks t on t.id = x.task_id where x.project_id = of_project;
    if is_unusual or cardinality(used) >= p.baton_slots then raise exception 'unusual' using errcode = 'BT001'; end if;
    while free = any (used) loop free := free + 1; end loop;
  end if;
  if not has_room(of_user) then raise exception 'unusual' using errcode = 'BT001'; end if;

  if wanted_id is null and wanted_number is null and busy is null then
    delete from ready_tasks r
    where r.task_id = (select f.task_id from ready_tasks f where f.project_id = of_project order by f.place limit 1)
    returning r.task_id into ready;
    if not found then raise exception 'nothing is ready' using errcode = 'BT002'; end if;
  else
    if wanted_id is not null then
      select t.id into ready from tasks t where t.id = wanted_id and t.project_id = of_project;
    elsif wanted_number is not null then
      select t.id into ready from tasks t where t.project_id = of_project and t.number = wanted_number;
    else
      ready := next_ready_beside(of_project, busy);
      if ready is null then raise exception 'nothing is ready' using errcode = 'BT002'; end if;
    end if;
    delete from ready_tasks r where r.task_id = ready;
    if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  end if;

  update tasks t set status = 'wip', agent_lock = at, updated_at = at
  where t.id = ready and t.question is null and t.handover is null returning t.* into task;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  select l.* into list from task_lists l where l.id = task.task_list_id;
  token := p.last_fence || '.' || secret;
  insert into batons as x (project_id, slot, task_id, holder, holder_key, client_key, fence, token_hash, done_means, taken_at, last_call_at,
    expires_at, call_count, beats)
  values (of_project, free, ready, by_holder, by_key, by_client, p.last_fence, encode(sha256(convert_to(token, 'UTF8')), 'hex'), p.done_means,
    at, at, at + make_interval(mins => p.lease_minutes), 1, array_fill(0, array[23]) || 1)
  returning x.* into baton;
  said_at := iso_time(at);
  -- Written as text and read once: built from parts it would be copied once for each part it stands in.
  head := append_feed('project:' || of_project, format(
    '[{"type":"baton.taken","data":{"project_id":"%1$s","task_id":"%2$s","slot":%3$s,"holder":%4$s,"fence":%5$s,"taken_at":"%6$s",'
    '"last_call_at":"%6$s","expires_at":"%7$s","call_count":1,"beats":%8$s}},'
    '{"type":"task.status_changed","data":{"task_id":"%2$s","previous_status":"open","new_status":"wip"}},'
    '{"type":"task.locked","data":{"task_id":"%2$s","task_list_name":%9$s,"agent_lock":"%6$s","locked_by":%10$s}},'
    '{"type":"task.patched","data":{"id":"%2$s","number":%11$s,"status":"wip","agent_lock":"%6$s","updated_at":"%6$s"}}]',
    of_project, ready, free, by_holder, p.last_fence, said_at, iso_time(baton.expires_at), array_to_json(baton.beats), to_json(list.name),
    coalesce(by_holder -> 'name', 'null'), task.number
  )::jsonb, by_actor, ready, at);
  ignored := set_config('baton.counts_itself', '', true);
  if notes_max is not null then brief := read_brief(of_project, of_user, ready, null, notes_max, around_max); end if;
  return next;
end $$;
--> statement-breakpoint
-- Ends a holder's work in the usual case, as done or not needed: a baton that the caller has proven, a lease that runs, no tasks
-- below it, nothing to say that needs room. `said` are its notes, `seen` the checks that were seen ([{n, seen}]), `new_work` where the work is.
-- `proof` is null where nothing has to be proven, otherwise what was verified, or {}. It goes on up the tree: what has nothing
-- unfinished below it any more is complete. With `looks_up` it also answers what else its caller holds. Raises BT001 for anything else,
-- and where something was taken from the caller that it must be told of.
create function finish_usual(
  of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, by_actor jsonb, by_key text, by_client text, by_token text, has_session boolean,
  said jsonb, seen jsonb, new_work jsonb, proof jsonb, why text, given timestamptz, looks_up boolean default false
) returns table (task tasks, list task_lists, holder text, parents jsonb, upcoming jsonb, held json)
language plpgsql as $$
declare
  few_words constant int := 16000;
  p record;
  b record;
  at timestamptz;
  said_at text;
  was record;
  up tasks;
  above task_lists;
  note jsonb;
  note_id uuid;
  note_work jsonb;
  x record;
  told text;
  above_told jsonb := '[]';
  checks_now jsonb;
  finished int := 1;
  note_bytes bigint := 0;
  plan_bytes bigint := 0;
  next_id uuid;
  busy uuid[];
  ignored text;
  head bigint;
begin
  ignored := set_config('baton.counts_itself', 'on', true);
  if of_project is null then select t.project_id into of_project from tasks t where t.id = wanted_id; end if;
  select q.verify_command, q.baton_slots into p from projects q
  where q.id = of_project and q.user_id = of_user and is_live(q.deleted_at) and q.status = 'active' and q.read_only_at is null
  for no key update;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  if looks_up then
    perform from baton_losses l
    where l.project_id = of_project and (l.holder_key = by_client or l.client_key = by_client or l.token_hash = by_token);
    if found then raise exception 'unusual' using errcode = 'BT001'; end if;
  end if;
  at := date_trunc('milliseconds', coalesce(given, clock_timestamp()));
  if wanted_id is null then
    select t.id, t.number, t.status, t.is_completed, t.deleted_at, t.question is not null or t.handover is not null as is_stopped, t.work,
      t.checks, t.blocked_reason, t.prd_state into was
    from tasks t where t.project_id = of_project and t.number = wanted_number;
  else
    select t.id, t.number, t.status, t.is_completed, t.deleted_at, t.question is not null or t.handover is not null as is_stopped, t.work,
      t.checks, t.blocked_reason, t.prd_state into was
    from tasks t where t.id = wanted_id and t.project_id = of_project;
  end if;
  if was.id is null or was.status <> 'wip' or was.is_completed or was.deleted_at is not null or was.is_stopped
    or (was.work is not null and new_work is not null) then
    raise exception 'unusual' using errcode = 'BT001';
  end if;
  perform from task_lists l where l.parent_task_id = was.id and l.deleted_at is null;
  if found then raise exception 'unusual' using errcode = 'BT001'; end if;

  delete from batons h where h.task_id = was.id and h.expires_at > at
  returning h.slot, h.fence, h.token_hash, h.holder, h.holder_key, h.client_key, h.done_means into b;
  if not found or not (
    (by_token is not null and b.token_hash = by_token)
    or (by_token is null and has_session and b.token_hash <> '' and (b.holder_key = by_key or b.client_key = by_client))
  ) then
    raise exception 'unusual' using errcode = 'BT001';
  end if;
  holder := b.holder ->> 'name';
  if by_actor ->> 'kind' = 'agent' then by_actor := jsonb_set(by_actor, '{name}', b.holder -> 'name'); end if;

  checks_now := was.checks;
  for place in 0 .. jsonb_array_length(seen) - 1 loop
    select (seen -> place ->> 'n')::int - 1 as place, seen -> place -> 'seen' as seen into x;
    if x.place >= jsonb_array_length(checks_now) then raise exception 'unusual' using errcode = 'BT001'; end if;
    checks_now := jsonb_set(checks_now, array[x.place::text], (checks_now -> x.place) || jsonb_build_object('met', true, 'seen', x.seen));
  end loop;
  if proof is not null and b.done_means <> 'word' then
    if exists (select from jsonb_array_elements(checks_now) c where not (c.value ->> 'met')::boolean)
      or (b.done_means = 'verified' and p.verify_command is not null and (
        coalesce(btrim(proof ->> 'command', E' \t\r\n') <> btrim(p.verify_command, E' \t\r\n'), true) or (proof ->> 'exit_code')::int <> 0)) then
      raise exception 'unusual' using errcode = 'BT001';
    end if;
  end if;

  said_at := iso_time(at);
  -- What does not change is not written: triggers look at the columns that a statement names.
  if new_work is null and was.blocked_reason is null and was.prd_state is distinct from 'review' and checks_now = was.checks then
    update tasks t set status = 'done', is_completed = true, completed_at = at, agent_lock = null, updated_at = at
    where t.id = was.id returning t.* into task;
  else
    update tasks t set status = 'done', is_completed = true, completed_at = at, agent_lock = null, updated_at = at, blocked_reason = null,
      prd_state = case when t.prd_state = 'review' then null else t.prd_state end, checks = checks_now, work = coalesce(new_work, t.work)
    where t.id = was.id returning t.* into task;
    plan_bytes := octet_length(checks_now::text) - octet_length(was.checks::text) + coalesce(octet_length(new_work::text), 0)
      - coalesce(octet_length(was.blocked_reason), 0);
  end if;
  -- As text, which is read once at the end: built from parts it would be copied once for each part it stands in.
  told := format('[{"type":"baton.released","data":{"task_id":"%1$s","slot":%2$s,"fence":%3$s,"reason":%4$s}},'
    '{"type":"task.status_changed","data":{"task_id":"%1$s","previous_status":"wip","new_status":"done"}}', was.id, b.slot, b.fence, to_json(why));
  for place in 0 .. jsonb_array_length(said) - 1 loop
    note := said -> place;
    note_id := note ->> 'id';
    note_work := nullif(note -> 'work', 'null');
    insert into notes (id, project_id, task_id, type, body, author, is_broadcast, pinned, work, created_at, updated_at)
    values (note_id, of_project, was.id, note ->> 'type', note ->> 'body', by_actor, false, false, note_work, at, at);
    -- Its baton_size.
    note_bytes := note_bytes + 200 + octet_length(note ->> 'body') + octet_length(by_actor::text) + coalesce(octet_length(note_work::text), 0);
    told := told || format(',{"type":"note.created","data":{"id":"%1$s","project_id":"%2$s","task_id":"%3$s","type":%4$s,"body":%5$s,"author":%6$s,'
      '"is_broadcast":false,"pinned":false,"work":%7$s,"supersedes_id":null,"superseded_by_id":null,"created_at":"%8$s","updated_at":"%8$s",'
      '"deleted_at":null}}',
      note_id, of_project, was.id, note -> 'type', note -> 'body', by_actor, coalesce(note_work, 'null'), said_at);
  end loop;
  if note_bytes + plan_bytes > few_words then raise exception 'unusual' using errcode = 'BT001'; end if;

  told := told || format(',{"type":"task.patched","data":{"id":"%1$s","number":%2$s,"status":"done","is_completed":true,"completed_at":"%3$s",'
    '"agent_lock":null,"updated_at":"%3$s"', was.id, was.number, said_at);
  if task.checks <> was.checks then told := told || ',"checks":' || task.checks; end if;
  if task.work is distinct from was.work then told := told || ',"work":' || task.work; end if;
  if was.blocked_reason is not null then told := told || ',"blocked_reason":null'; end if;
  if task.prd_state is distinct from was.prd_state then told := told || ',"prd_state":' || coalesce(to_json(task.prd_state)::text, 'null'); end if;
  told := told || '}}]';

  update task_lists l set unfinished = l.unfinished - 1, lane_done = l.lane_done + (l.id = task.root_list_id)::int
  where l.id = task.task_list_id returning l.* into list;
  perform refresh_ready(d.task_id) from task_dependencies d where d.depends_on_id = was.id;
  above := list;
  parents := '[]';
  while above.unfinished = 0 and above.parent_task_id is not null loop
    select t.* into up from tasks t where t.id = above.parent_task_id;
    exit when up.deleted_at is not null or (up.is_completed and up.status = 'done');
    -- Somebody holds it, and is to be told.
    if up.status = 'wip' or up.is_completed then raise exception 'unusual' using errcode = 'BT001'; end if;
    update tasks t set status = 'done', is_completed = true, completed_at = at, updated_at = at where t.id = up.id;
    above_told := above_told || jsonb_build_object('about', up.id, 'told', jsonb_build_array(
      jsonb_build_object('type', 'task.patched', 'data', jsonb_build_object('id', up.id, 'number', up.number, 'status', 'done', 'is_completed', true,
        'completed_at', said_at, 'updated_at', said_at)),
      jsonb_build_object('type', 'parent.completed', 'data', jsonb_build_object('task_id', up.id, 'is_completed', true)),
      jsonb_build_object('type', 'parent.status_changed', 'data', jsonb_build_object('task_id', up.id, 'task_list_id', up.task_list_id, 'status', 'done'))));
    parents := parents || jsonb_build_object('id', up.id, 'number', up.number, 'title', up.title);
    finished := finished + 1;
    perform refresh_ready(d.task_id) from task_dependencies d where d.depends_on_id = up.id;
    update task_lists l set unfinished = l.unfinished - 1 where l.id = up.task_list_id returning l.* into above;
  end loop;
  if task.root_list_id <> task.task_list_id then
    update task_lists l set lane_done = l.lane_done + finished where l.id = task.root_list_id;
  end if;

  perform from batons h where h.project_id = of_project;
  if found then
    select array_agg(t.root_list_id),
      json_agg(describe_held(h)) filter (where looks_up and (h.holder_key = by_client or h.client_key = by_client or h.token_hash = by_token))
    into busy, held from batons h join tasks t on t.id = h.task_id where h.project_id = of_project;
    if p.baton_slots = 1 then busy := null; end if;
  end if;
  if busy is null then
    select jsonb_build_object('number', t.number, 'title', t.title, 'status', t.status, 'list', l.name) into upcoming
    from (select r.task_id from ready_tasks r where r.project_id = of_project order by r.place limit 1) r
      join tasks t on t.id = r.task_id join task_lists l on l.id = t.task_list_id;
  else
    next_id := next_ready_beside(of_project, busy);
    select jsonb_build_object('number', t.number, 'title', t.title, 'status', t.status, 'list', l.name) into upcoming
    from tasks t join task_lists l on l.id = t.task_list_id where t.id = next_id;
  end if;
  head := append_feed('project:' || of_project, told::jsonb, by_actor, was.id, at);
  -- A row for each task: what happened to a task is looked for by the row.
  if finished > 1 then
    perform append_feed('project:' || of_project, a.value -> 'told', by_actor, (a.value ->> 'about')::uuid, at)
    from jsonb_array_elements(above_told) a;
  end if;
  -- Behind the feed's head, as at a commit: two that lock both in different orders would wait for each other.
  update project_sizes s set plan = s.plan + plan_bytes, notes = s.notes + note_bytes where s.project_id = of_project;
  ignored := set_config('baton.counts_itself', '', true);
  return next;
end $$;
