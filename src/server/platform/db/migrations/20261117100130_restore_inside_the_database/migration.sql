-- Writes rows of a plan over what is there, level by level: a list needs its parent task, a task its list. Rows that the
-- project never had are made, with numbers that begin after `numbers_after`.
create function baton_write_rows(of_project uuid, plan jsonb, at timestamptz, numbers_after int default 0) returns void language plpgsql as $$
declare
  each_depth int;
begin
  for each_depth in
    select (x.value ->> 'depth')::int from jsonb_array_elements(plan -> 'task_lists') x union
    select (x.value ->> 'level')::int from jsonb_array_elements(plan -> 'tasks') x order by 1
  loop
    insert into task_lists (id, project_id, parent_task_id, name, operational_brief, depth, origin, created_at, updated_at)
    select s.id, of_project, s.parent_task_id, s.name, s.operational_brief, s.depth, nullif(s.origin, 'null'), s.created_at, at
    from jsonb_to_recordset(plan -> 'task_lists')
      as s (id uuid, parent_task_id uuid, name text, operational_brief text, depth int, origin jsonb, created_at timestamptz)
    where s.depth = each_depth
    on conflict (id) do update set
      parent_task_id = excluded.parent_task_id, name = excluded.name, operational_brief = excluded.operational_brief,
      depth = excluded.depth, origin = excluded.origin, created_at = excluded.created_at, updated_at = excluded.updated_at,
      deleted_at = null, deleted_with = null
    where task_lists.project_id = of_project;

    insert into tasks (id, project_id, task_list_id, number, title, description, checks, prd_start_line, prd_end_line,
      status, order_in_parent, level, is_completed, completed_at, blocked_reason, question, work, requirement_ids, is_enabler,
      prd_state, origin, created_at, updated_at)
    select s.id, of_project, s.task_list_id, s.number + numbers_after, s.title, s.description, s.checks, s.prd_start_line, s.prd_end_line,
      s.status, s.order_in_parent, s.level, s.is_completed, s.completed_at, s.blocked_reason, nullif(s.question, 'null'),
      nullif(s.work, 'null'), coalesce(s.requirement_ids, '{}'), coalesce(s.is_enabler, false), s.prd_state, nullif(s.origin, 'null'),
      s.created_at, at
    from jsonb_to_recordset(plan -> 'tasks')
      as s (id uuid, task_list_id uuid, number int, title text, description text, checks jsonb, prd_start_line int,
        prd_end_line int, status text, order_in_parent int, level int, is_completed boolean, completed_at timestamptz,
        blocked_reason text, question jsonb, work jsonb, requirement_ids text[], is_enabler boolean, prd_state text,
        origin jsonb, created_at timestamptz)
    where s.level = each_depth
    on conflict (id) do update set
      task_list_id = excluded.task_list_id, title = excluded.title, description = excluded.description,
      checks = excluded.checks, prd_start_line = excluded.prd_start_line, prd_end_line = excluded.prd_end_line,
      status = excluded.status, order_in_parent = excluded.order_in_parent, level = excluded.level,
      is_completed = excluded.is_completed, completed_at = excluded.completed_at, blocked_reason = excluded.blocked_reason,
      question = excluded.question, work = excluded.work, requirement_ids = excluded.requirement_ids,
      is_enabler = excluded.is_enabler, prd_state = excluded.prd_state, origin = excluded.origin,
      agent_lock = case when excluded.status = 'wip' then tasks.agent_lock end,
      updated_at = excluded.updated_at, deleted_at = null, deleted_with = null
    where tasks.project_id = of_project;
  end loop;

  insert into task_dependencies (project_id, task_id, depends_on_id, created_at)
  select of_project, s.task_id, s.depends_on_id, at
  from jsonb_to_recordset(plan -> 'dependencies') as s (task_id uuid, depends_on_id uuid);
end $$;
--> statement-breakpoint
-- Brings a plan back to a checkpoint without its rows leaving the database. What came after the checkpoint leaves the plan and
-- goes with `undo`; what went with a task that is back without it no longer belongs to that task's deletion. Answers the tasks
-- that somebody holds and that are no longer to be done, and the PRD's roles of that moment.
create function baton_restore(kept_id uuid, of_project uuid, undo uuid, nothing uuid, at timestamptz, out hand_back uuid[], out roles jsonb)
language plpgsql as $$
declare
  snapshot jsonb := baton_snapshot(kept_id);
  task_ids uuid[] := array(select (x.value ->> 'id')::uuid from jsonb_array_elements(snapshot -> 'tasks') x);
  list_ids uuid[] := array(select (x.value ->> 'id')::uuid from jsonb_array_elements(snapshot -> 'task_lists') x);
begin
  update tasks set deleted_at = at, deleted_with = undo, updated_at = at
  where project_id = of_project and deleted_at is null and id not in (select unnest(task_ids));
  update task_lists set deleted_at = at, deleted_with = undo, updated_at = at
  where project_id = of_project and deleted_at is null and id not in (select unnest(list_ids));
  delete from task_dependencies where project_id = of_project;
  perform baton_write_rows(of_project, snapshot, at);
  update tasks set deleted_with = nothing
  where project_id = of_project and deleted_at is not null and deleted_with in (select unnest(task_ids || list_ids));
  update task_lists set deleted_with = nothing
  where project_id = of_project and deleted_at is not null and deleted_with in (select unnest(task_ids || list_ids));
  hand_back := array(
    select b.task_id from batons b where b.project_id = of_project and not exists (
      select from jsonb_array_elements(snapshot -> 'tasks') x
      where x.value ->> 'id' = b.task_id::text and x.value ->> 'status' <> 'done'));
  roles := snapshot -> 'prd' -> 'roles';
end $$;
--> statement-breakpoint
-- Keeps pieces that came by a file, under the same hashes as `baton_keep_snapshot` gives them.
create function baton_keep_pieces(of_project uuid, given jsonb) returns table (at int, hash bytea) language sql as $$
  with hashed as (
    select (x.value ->> 'at')::int as at, x.value -> 'body' as body,
      substr(sha256(convert_to((x.value -> 'body')::text, 'UTF8')), 1, 16) as hash
    from jsonb_array_elements(given) x
  ), kept as (
    insert into checkpoint_pieces (project_id, hash, body, bytes)
    select distinct on (h.hash) of_project, h.hash, h.body, octet_length(h.body::text) from hashed h
    on conflict do nothing
  )
  select h.at, h.hash from hashed h
$$;
