-- What a caller holds in the usual case: one baton or none, and nothing was taken from it that it must be told of. Under the name it
-- holds that one by, it writes. Raises BT001 for anything else.
create function held_usual(of_project uuid, by_client text, by_token text) returns batons language plpgsql as $$
declare
  own batons;
  b batons;
begin
  if exists (
    select from baton_losses x where x.project_id = of_project and (x.holder_key = by_client or x.client_key = by_client or x.token_hash = by_token)
  ) then
    raise exception 'unusual' using errcode = 'BT001';
  end if;
  for b in select x.* from batons x
    where x.project_id = of_project and (x.holder_key = by_client or x.client_key = by_client or x.token_hash = by_token)
  loop
    if own.task_id is not null or b.token_hash <> by_token then raise exception 'unusual' using errcode = 'BT001'; end if;
    own := b;
  end loop;
  return own;
end $$;
--> statement-breakpoint
-- Keeps a note in the usual case: about a live task or a project that can be written to, and it replaces no other. Without a task it is
-- about the one the caller holds. `by_client` is null for people, who write under their own name. Raises BT001 for anything else.
create function note_usual(
  of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, by_actor jsonb, by_client text, by_token text,
  note_id uuid, note_type text, note_body text, is_pinned boolean, note_work jsonb, given timestamptz
) returns json language plpgsql as $$
declare
  at timestamptz;
  own batons;
  about uuid;
  n notes;
  grown bigint;
begin
  perform set_config('baton.counts_itself', 'on', true);
  perform from projects q
  where q.id = of_project and q.user_id = of_user and is_live(q.deleted_at) and q.status = 'active' and q.read_only_at is null;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  if by_client is not null then
    own := held_usual(of_project, by_client, by_token);
    if own.task_id is not null then by_actor := jsonb_set(by_actor, '{name}', own.holder -> 'name'); end if;
  end if;
  if wanted_number is not null then
    select t.id into about from tasks t where t.project_id = of_project and t.number = wanted_number and t.deleted_at is null;
  else
    wanted_id := coalesce(wanted_id, own.task_id);
    select t.id into about from tasks t where t.id = wanted_id and t.project_id = of_project and t.deleted_at is null;
  end if;
  if about is null and (wanted_number is not null or wanted_id is not null) then raise exception 'unusual' using errcode = 'BT001'; end if;

  at := date_trunc('milliseconds', coalesce(given, clock_timestamp()));
  insert into notes as w (id, project_id, task_id, type, body, author, is_broadcast, pinned, work, created_at, updated_at)
  values (note_id, of_project, about, note_type, note_body, by_actor, false, is_pinned, note_work, at, at)
  returning w.* into n;
  perform append_feed('project:' || of_project, format('[{"type":"note.created","data":{"id":"%1$s","project_id":"%2$s","task_id":%3$s,"type":%4$s,'
    '"body":%5$s,"author":%6$s,"is_broadcast":false,"pinned":%7$s,"work":%8$s,"supersedes_id":null,"superseded_by_id":null,"created_at":"%9$s",'
    '"updated_at":"%9$s","deleted_at":null}}]',
    note_id, of_project, coalesce(to_json(about)::text, 'null'), to_json(note_type), to_json(note_body), by_actor, is_pinned::text,
    coalesce(note_work, 'null'), iso_time(at))::jsonb, by_actor, about, at);
  -- Behind the feed's head, as at a commit.
  grown := baton_size(n);
  update project_sizes s set notes = s.notes + grown where s.project_id = of_project;
  perform require_storage(of_user, grown);
  perform set_config('baton.counts_itself', '', true);
  return json_build_object('task', about, 'at', iso_time(at), 'author', by_actor,
    'held', case when own.task_id is not null then json_build_object('taskId', own.task_id, 'name', own.holder ->> 'name', 'expiresAt', own.expires_at) end);
end $$;
--> statement-breakpoint
-- Changes the texts or the status of one task in the usual case: nobody holds it, nothing stands below it, nothing was asked or said
-- about it that goes with the status, nothing above it becomes complete or open again, and no PRD has to be answered. What is null
-- stays. Raises BT003 where there is a PRD, BT001 for anything else.
create function edit_usual(
  of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, by_actor jsonb, by_client text, by_token text,
  new_title text, new_description text, new_checks jsonb, new_status text, given timestamptz
) returns json language plpgsql as $$
declare
  has_texts constant boolean := new_title is not null or new_description is not null or new_checks is not null;
  at timestamptz;
  said_at text;
  own batons;
  was tasks;
  task tasks;
  list record;
  up record;
  by_one int;
  grown bigint := 0;
  patch jsonb;
  told jsonb := '[]';
  head bigint;
begin
  perform set_config('baton.counts_itself', 'on', true);
  -- The lock under which a plan stands still.
  perform from projects q
  where q.id = of_project and q.user_id = of_user and is_live(q.deleted_at) and q.status = 'active' and q.read_only_at is null
  for no key update;
  if not found then raise exception 'unusual' using errcode = 'BT001'; end if;
  if exists (select from prd_versions v where v.project_id = of_project) or exists (select from prd_readings r where r.project_id = of_project) then
    raise exception 'there is a PRD to answer' using errcode = 'BT003';
  end if;
  if by_client is not null then
    own := held_usual(of_project, by_client, by_token);
    if own.task_id is not null then by_actor := jsonb_set(by_actor, '{name}', own.holder -> 'name'); end if;
  end if;
  if wanted_id is null then
    select t.* into was from tasks t where t.project_id = of_project and t.number = wanted_number;
  else
    select t.* into was from tasks t where t.id = wanted_id and t.project_id = of_project;
  end if;
  if was.id is null or was.deleted_at is not null or was.status = 'wip' or was.prd_state is not null or was.root_list_id is null
    or (new_status is not null and (new_status = was.status or was.is_completed <> (was.status = 'done') or was.agent_lock is not null
      or was.blocked_reason is not null or was.question is not null or was.handover is not null))
    or exists (select from task_lists l where l.parent_task_id = was.id and l.deleted_at is null)
    or exists (select from batons b where b.task_id = was.id)
  then
    raise exception 'unusual' using errcode = 'BT001';
  end if;

  at := date_trunc('milliseconds', coalesce(given, clock_timestamp()));
  said_at := iso_time(at);
  patch := jsonb_build_object('id', was.id, 'number', was.number, 'updated_at', said_at);
  if has_texts then
    update tasks t set title = coalesce(new_title, t.title), description = coalesce(new_description, t.description),
      checks = coalesce(new_checks, t.checks), updated_at = at
    where t.id = was.id returning t.* into task;
    grown := baton_size(task) - baton_size(was);
    if task.title <> was.title then patch := patch || jsonb_build_object('title', task.title); end if;
    if task.description <> was.description then patch := patch || jsonb_build_object('description', task.description); end if;
    if task.checks <> was.checks then patch := patch || jsonb_build_object('checks', task.checks); end if;
  end if;
  if new_status is not null then
    by_one := case new_status when 'done' then 1 else -1 end;
    update tasks t set status = new_status, is_completed = new_status = 'done', completed_at = case new_status when 'done' then at end, updated_at = at
    where t.id = was.id;
    update task_lists l set unfinished = l.unfinished - by_one, lane_done = l.lane_done + case when l.id = was.root_list_id then by_one else 0 end
    where l.id = was.task_list_id returning l.unfinished, l.parent_task_id into list;
    if list.parent_task_id is not null then
      select t.is_completed, t.status, t.deleted_at into up from tasks t where t.id = list.parent_task_id;
      if up.deleted_at is not null or up.is_completed <> (list.unfinished = 0) or (up.status = 'done') <> (list.unfinished = 0) then
        raise exception 'unusual' using errcode = 'BT001';
      end if;
    end if;
    if was.root_list_id <> was.task_list_id then
      update task_lists l set lane_done = l.lane_done + by_one where l.id = was.root_list_id;
    end if;
    if new_status = 'done' then delete from ready_tasks r where r.task_id = was.id; else perform refresh_ready(was.id); end if;
    perform refresh_ready(d.task_id) from task_dependencies d where d.depends_on_id = was.id;
    patch := patch || jsonb_build_object('status', new_status, 'is_completed', new_status = 'done', 'completed_at', case new_status when 'done' then said_at end);
    told := jsonb_build_array(jsonb_build_object('type', 'task.status_changed', 'data',
      jsonb_build_object('task_id', was.id, 'previous_status', was.status, 'new_status', new_status)));
  end if;
  head := append_feed('project:' || of_project, told || jsonb_build_object('type', 'task.patched', 'data', patch), by_actor,
    case when new_status is not null then was.id end, at);
  -- Behind the feed's head, as at a commit.
  if grown <> 0 then
    update project_sizes s set plan = s.plan + grown where s.project_id = of_project;
    if grown > 0 then perform require_storage(of_user, grown); end if;
  end if;
  perform set_config('baton.counts_itself', '', true);
  return json_build_object('number', was.number, 'title', was.title, 'seq', head,
    'held', case when own.task_id is not null then json_build_object('taskId', own.task_id, 'name', own.holder ->> 'name', 'expiresAt', own.expires_at) end);
end $$;
