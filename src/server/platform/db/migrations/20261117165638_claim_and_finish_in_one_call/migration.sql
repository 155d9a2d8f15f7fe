-- What the two functions below write, they count themselves: the triggers that would count it are told to leave it.
create or replace function count_batons() returns trigger language plpgsql as $$
begin
  perform set_config(tg_argv[0], (batons_counted(tg_argv[0]) + (select count(*) from changed))::text, true);
  -- Nothing that is counted need come with it, and room is needed all the same.
  if tg_argv[0] = 'baton.taken' then
    insert into project_size_changes (project_id, counted, bytes) select c.project_id, 'plan', 0 from changed c group by 1;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Conditions of triggers are planned anew for every statement, and functions of SQL in them are read in anew: a condition is made of
-- what PostgreSQL has, and the rest is decided in the trigger's function, whose plans are kept.
drop trigger count_batons_taken on batons;
--> statement-breakpoint
create trigger count_batons_taken after insert on batons referencing new table as changed
  for each statement when (current_setting('baton.counts_itself', true) is distinct from 'on') execute function count_batons('baton.taken');
--> statement-breakpoint
drop trigger count_batons_returned on batons;
--> statement-breakpoint
create trigger count_batons_returned after delete on batons referencing old table as changed
  for each statement when (current_setting('baton.counts_itself', true) is distinct from 'on') execute function count_batons('baton.returned');
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
create trigger count_size_added after insert on notes referencing new table as changed
  for each statement when (current_setting('baton.counts_itself', true) is distinct from 'on') execute function count_size('notes');
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
-- Whether an account keeps no more than it may: whoever takes a baton will have something to say.
create function has_room(owner uuid) returns boolean stable language plpgsql as $$
declare
  allowed bigint := storage_allowed(owner);
begin
  return allowed is null or coalesce(
    (select sum(s.plan + s.notes + s.prds + s.checkpoints) from project_sizes s where s.user_id = owner), 0) <= allowed;
end $$;
--> statement-breakpoint
create function iso_time(at timestamptz) returns text stable language sql as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
-- Takes the baton in the usual case: a ready task of a project that can be written to, a free slot, nobody's lease over. For
-- anything else it raises BT001, and whoever called decides the long way; where nothing is ready it raises BT002. Nothing of it
-- is kept then. Without a project it is the one of the task, without a task the next.
create function claim_usual(
  of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, by_actor jsonb, by_holder jsonb, by_key text, by_client text,
  secret text, given timestamptz
) returns table (task tasks, list task_lists, baton batons, token text)
language plpgsql as $$
declare
  p record;
  b record;
  at timestamptz;
  said_at text;
  used smallint[] := '{}';
  free smallint := 1;
  ready uuid;
  was record;
begin
  perform set_config('baton.counts_itself', 'on', true);
  of_project := coalesce(of_project, (select t.project_id from tasks t where t.id = wanted_id));
  -- The lock under which a plan stands still.
  update projects set last_fence = last_fence + 1
  where id = of_project and user_id = of_user and deleted_at is null and status = 'active' and read_only_at is null
  returning last_fence, baton_slots, lease_minutes, done_means into p;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  -- Not now(), which is from before the wait for the lock.
  at := date_trunc('milliseconds', coalesce(given, clock_timestamp()));
  said_at := iso_time(at);
  for b in select x.slot, x.holder_key, x.expires_at from batons x where x.project_id = of_project loop
    if b.holder_key = by_key or b.expires_at <= at then raise exception 'unusual' using errcode = 'BT001'; end if;
    used := used || b.slot;
  end loop;
  if cardinality(used) >= p.baton_slots then raise exception 'unusual' using errcode = 'BT001'; end if;
  while free = any (used) loop free := free + 1; end loop;
  if not has_room(of_user) then raise exception 'unusual' using errcode = 'BT001'; end if;

  if wanted_id is null and wanted_number is null then
    ready := next_ready(of_project);
    if ready is null then raise exception 'nothing is ready' using errcode = 'BT002'; end if;
  elsif wanted_id is null then
    select t.id into ready from tasks t where t.project_id = of_project and t.number = wanted_number;
  else
    select t.id into ready from tasks t where t.id = wanted_id and t.project_id = of_project;
  end if;
  delete from ready_tasks r where r.task_id = ready;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  select t.question, t.handover into was from tasks t where t.id = ready;
  if was.question is not null or was.handover is not null then raise exception 'unusual' using errcode = 'BT001'; end if;

  update tasks t set status = 'wip', agent_lock = at, updated_at = at where t.id = ready returning t.* into task;
  select l.* into list from task_lists l where l.id = task.task_list_id;
  token := p.last_fence || '.' || secret;
  insert into batons as x (project_id, slot, task_id, holder, holder_key, client_key, fence, token_hash, done_means, taken_at, last_call_at,
    expires_at, call_count, beats)
  values (of_project, free, ready, by_holder, by_key, by_client, p.last_fence, encode(sha256(convert_to(token, 'UTF8')), 'hex'), p.done_means,
    at, at, at + make_interval(mins => p.lease_minutes), 1, array_fill(0, array[23]) || 1)
  returning x.* into baton;
  perform append_feed('project:' || of_project, jsonb_build_array(
    jsonb_build_object('type', 'baton.taken', 'data', jsonb_build_object('project_id', of_project, 'task_id', ready, 'slot', free,
      'holder', by_holder, 'fence', baton.fence, 'taken_at', said_at, 'last_call_at', said_at,
      'expires_at', iso_time(baton.expires_at), 'call_count', 1, 'beats', to_jsonb(baton.beats))),
    jsonb_build_object('type', 'task.status_changed', 'data', jsonb_build_object('task_id', ready, 'previous_status', 'open', 'new_status', 'wip')),
    jsonb_build_object('type', 'task.locked', 'data', jsonb_build_object('task_id', ready, 'task_list_name', list.name,
      'agent_lock', said_at, 'locked_by', by_holder ->> 'name')),
    jsonb_build_object('type', 'task.patched', 'data', jsonb_build_object('id', ready, 'number', task.number, 'status', 'wip', 'agent_lock', said_at, 'updated_at', said_at))
  ), by_actor, ready, at);
  perform set_config('baton.counts_itself', '', true);
  return next;
end $$;
--> statement-breakpoint
-- A note as the feed tells it.
create function present_note(n notes) returns jsonb stable language sql as $$
  select jsonb_build_object('id', n.id, 'project_id', n.project_id, 'task_id', n.task_id, 'type', n.type, 'body', n.body, 'author', n.author,
    'is_broadcast', n.is_broadcast, 'pinned', n.pinned, 'work', n.work, 'supersedes_id', n.supersedes_id, 'superseded_by_id', n.superseded_by_id,
    'created_at', iso_time(n.created_at), 'updated_at', iso_time(n.updated_at), 'deleted_at', null)
$$;
--> statement-breakpoint
-- Ends a holder's work in the usual case, as done or not needed: a baton that the caller has proven, a lease that runs, no tasks
-- below it, nothing to say that needs room. `said` are its notes, `seen` the checks that were seen ([{n, seen}]), `new_work` where the work is.
-- `proof` is null where nothing has to be proven, otherwise what was verified, or {}. It goes on up the tree: what has nothing
-- unfinished below it any more is complete. Raises BT001 for anything else.
create function finish_usual(
  of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, by_actor jsonb, by_key text, by_client text, by_token text, has_session boolean,
  said jsonb, seen jsonb, new_work jsonb, proof jsonb, why text, given timestamptz
) returns table (task tasks, list task_lists, holder text, parents jsonb, upcoming jsonb)
language plpgsql as $$
declare
  few_words constant int := 16000;
  p record;
  b batons;
  at timestamptz;
  said_at text;
  was tasks;
  up tasks;
  above task_lists;
  n notes;
  x record;
  told jsonb;
  above_told jsonb := '[]';
  checks_now jsonb;
  patch jsonb;
  finished int := 1;
  note_bytes bigint := 0;
  plan_bytes bigint;
  next_id uuid;
begin
  perform set_config('baton.counts_itself', 'on', true);
  of_project := coalesce(of_project, (select t.project_id from tasks t where t.id = wanted_id));
  select q.verify_command into p from projects q
  where q.id = of_project and q.user_id = of_user and q.deleted_at is null and q.status = 'active' and q.read_only_at is null
  for no key update;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  at := date_trunc('milliseconds', coalesce(given, clock_timestamp()));
  said_at := iso_time(at);
  if wanted_id is null then
    select t.* into was from tasks t where t.project_id = of_project and t.number = wanted_number;
  else
    select t.* into was from tasks t where t.id = wanted_id and t.project_id = of_project;
  end if;
  if was.id is null or was.status <> 'wip' or was.is_completed or was.deleted_at is not null or was.question is not null
    or was.handover is not null or (was.work is not null and new_work is not null)
    or exists (select from task_lists l where l.parent_task_id = was.id and l.deleted_at is null) then
    raise exception 'unusual' using errcode = 'BT001';
  end if;

  delete from batons h where h.task_id = was.id and h.expires_at > at returning h.* into b;
  if not found or not (
    (by_token is not null and b.token_hash = by_token)
    or (by_token is null and has_session and b.token_hash <> '' and (b.holder_key = by_key or b.client_key = by_client))
  ) then
    raise exception 'unusual' using errcode = 'BT001';
  end if;
  holder := b.holder ->> 'name';
  if by_actor ->> 'kind' = 'agent' then by_actor := jsonb_set(by_actor, '{name}', b.holder -> 'name'); end if;

  checks_now := was.checks;
  for x in select (s.value ->> 'n')::int as n, s.value -> 'seen' as seen from jsonb_array_elements(seen) s loop
    if x.n > jsonb_array_length(checks_now) then raise exception 'unusual' using errcode = 'BT001'; end if;
    checks_now := jsonb_set(checks_now, array[(x.n - 1)::text], (checks_now -> (x.n - 1)) || jsonb_build_object('met', true, 'seen', x.seen));
  end loop;
  if proof is not null and b.done_means <> 'word' and (
    exists (select from jsonb_array_elements(checks_now) c where not (c.value ->> 'met')::boolean)
    or (b.done_means = 'verified' and p.verify_command is not null and (
      coalesce(btrim(proof ->> 'command', E' \t\r\n') <> btrim(p.verify_command, E' \t\r\n'), true) or (proof ->> 'exit_code')::int <> 0))
  ) then
    raise exception 'unusual' using errcode = 'BT001';
  end if;

  update tasks t set status = 'done', is_completed = true, completed_at = at, agent_lock = null, updated_at = at, blocked_reason = null,
    prd_state = case when t.prd_state = 'review' then null else t.prd_state end, checks = checks_now, work = coalesce(new_work, t.work)
  where t.id = was.id returning t.* into task;
  plan_bytes := baton_size(task) - baton_size(was);
  told := jsonb_build_array(
    jsonb_build_object('type', 'baton.released', 'data', jsonb_build_object('task_id', was.id, 'slot', b.slot, 'fence', b.fence, 'reason', why)),
    jsonb_build_object('type', 'task.status_changed', 'data', jsonb_build_object('task_id', was.id, 'previous_status', 'wip', 'new_status', 'done')));
  for x in select s.value as note from jsonb_array_elements(said) s loop
    insert into notes as w (id, project_id, task_id, type, body, author, is_broadcast, pinned, work, created_at, updated_at)
    values ((x.note ->> 'id')::uuid, of_project, was.id, x.note ->> 'type', x.note ->> 'body', by_actor, false, false, nullif(x.note -> 'work', 'null'), at, at)
    returning w.* into n;
    note_bytes := note_bytes + baton_size(n);
    told := told || jsonb_build_object('type', 'note.created', 'data', present_note(n));
  end loop;
  if note_bytes + plan_bytes > few_words then raise exception 'unusual' using errcode = 'BT001'; end if;

  patch := jsonb_build_object('id', was.id, 'number', was.number, 'status', 'done', 'is_completed', true, 'completed_at', said_at, 'agent_lock', null, 'updated_at', said_at);
  if task.checks <> was.checks then patch := patch || jsonb_build_object('checks', task.checks); end if;
  if task.work is distinct from was.work then patch := patch || jsonb_build_object('work', task.work); end if;
  if was.blocked_reason is not null then patch := patch || '{"blocked_reason": null}'; end if;
  if task.prd_state is distinct from was.prd_state then patch := patch || jsonb_build_object('prd_state', task.prd_state); end if;
  told := told || jsonb_build_object('type', 'task.patched', 'data', patch);

  update task_lists l set unfinished = l.unfinished - 1 where l.id = task.task_list_id returning l.* into list;
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
  update lane_counts c set done = c.done + finished where c.root_list_id = task.root_list_id;

  next_id := next_ready(of_project);
  if next_id is not null then
    select jsonb_build_object('number', t.number, 'title', t.title, 'status', t.status, 'list', l.name) into upcoming
    from tasks t join task_lists l on l.id = t.task_list_id where t.id = next_id;
  end if;
  perform append_feed('project:' || of_project, told, by_actor, was.id, at);
  -- A row for each task: what happened to a task is looked for by the row.
  perform append_feed('project:' || of_project, a.value -> 'told', by_actor, (a.value ->> 'about')::uuid, at)
  from jsonb_array_elements(above_told) a;
  -- Behind the feed's head, as at a commit: two that lock both in different orders would wait for each other.
  update project_sizes s set plan = s.plan + plan_bytes, notes = s.notes + note_bytes where s.project_id = of_project;
  perform set_config('baton.counts_itself', '', true);
  return next;
end $$;
