-- As before; of a baton that a run holds the general path decides: what its agent finishes is delivered.
create or replace function finish_usual(
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
  returning h.slot, h.fence, h.token_hash, h.holder, h.holder_key, h.client_key, h.done_means, h.run_id into b;
  if not found or b.run_id is not null or not (
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
    insert into notes (id, project_id, task_id, type, body, author, is_broadcast, pinned, by_holder, work, created_at, updated_at)
    values (note_id, of_project, was.id, note ->> 'type', note ->> 'body', by_actor, false, false, true, note_work, at, at);
    -- Its baton_size.
    note_bytes := note_bytes + 200 + octet_length(note ->> 'body') + octet_length(by_actor::text) + coalesce(octet_length(note_work::text), 0);
    told := told || format(',{"type":"note.created","data":{"id":"%1$s","project_id":"%2$s","task_id":"%3$s","type":%4$s,"body":%5$s,"author":%6$s,'
      '"is_broadcast":false,"pinned":false,"by_holder":true,"question_id":null,"work":%7$s,"supersedes_id":null,"superseded_by_id":null,"created_at":"%8$s","updated_at":"%8$s",'
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
