-- A part of the tree in tree order, from a list down, as far as it is asked for: the walk ends when enough was found.
-- "left_over" counts down what is still to be found; whoever goes on in another list hands both values on.
create function walk_list(list uuid, status_wanted text, depth integer, inout left_over integer, inout ids uuid[])
language plpgsql stable as $$
declare
  task record;
  child uuid;
  is_wanted boolean;
begin
  for task in
    select t.id, t.status, t.blocked_reason from tasks t
    where t.task_list_id = list and t.deleted_at is null
      -- What is complete has nothing below it that is not: a walk for unfinished work goes past it.
      and (status_wanted is null or status_wanted = 'done' or not t.is_completed)
    order by t.order_in_parent
  loop
    exit when left_over <= 0;
    select l.id into child from task_lists l
    where l.parent_task_id = task.id and l.deleted_at is null
      and (select true from tasks c where c.task_list_id = l.id and c.deleted_at is null limit 1);
    is_wanted := case
      when status_wanted is null then true
      when status_wanted in ('open', 'wip', 'done') then task.status = status_wanted
      when task.status <> 'open' or (status_wanted = 'ready' and (child is not null or task.blocked_reason is not null)) then false
      when status_wanted = 'blocked' and task.blocked_reason is not null then true
      else (status_wanted = 'blocked') = exists (
        select from task_dependencies d
        where d.task_id = task.id and (
          -- Looked up one by one: joined, it could be turned around by a planner that saw the tables while they were empty.
          select ahead.deleted_at is null and ahead.status <> 'done' from tasks ahead where ahead.id = d.depends_on_id
        )
      )
    end;
    if is_wanted then
      ids := ids || task.id;
      left_over := left_over - 1;
    end if;
    if child is not null and depth > 1 then
      select w.left_over, w.ids into left_over, ids from walk_list(child, status_wanted, depth - 1, left_over, ids) w;
    end if;
  end loop;
end $$;
--> statement-breakpoint
-- The same from the roots of a project, or from one task down; null where that task is not there.
create function walk_plan(project uuid, under uuid, status_wanted text, depth integer, wanted integer) returns uuid[]
language plpgsql stable as $$
declare
  root uuid;
  roots uuid[];
  left_over integer := wanted;
  ids uuid[] := '{}';
begin
  if under is null then
    roots := array(
      select l.id from task_lists l
      where l.project_id = project and l.depth = 0 and l.deleted_at is null order by l.created_at, l.id
    );
  else
    roots := array(select l.id from task_lists l where l.parent_task_id = under and l.deleted_at is null);
  end if;
  foreach root in array roots loop
    exit when left_over <= 0;
    select w.left_over, w.ids into left_over, ids from walk_list(root, status_wanted, depth, left_over, ids) w;
  end loop;
  return ids;
end $$;
--> statement-breakpoint
-- Root lists by their depth, which the index knows: of a large plan most lists stand below a task.
create or replace function next_ready(project uuid) returns uuid language plpgsql stable as $$
declare
  root uuid;
  found_id uuid;
begin
  for root in
    select l.id from task_lists l
    where l.project_id = project and l.depth = 0 and l.deleted_at is null order by l.created_at, l.id
  loop
    found_id := next_ready_in(root);
    if found_id is not null then return found_id; end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- As before, but that nothing in it can be turned around by a planner that saw the tables while they were empty.
create or replace function next_ready_in(list uuid) returns uuid language plpgsql stable as $$
declare
  task record;
  child uuid;
  found_id uuid;
begin
  for task in
    select t.id, t.status, t.blocked_reason from tasks t
    where t.task_list_id = list and t.deleted_at is null and not t.is_completed order by t.order_in_parent
  loop
    select l.id into child from task_lists l
    where l.parent_task_id = task.id and l.deleted_at is null
      and (select true from tasks c where c.task_list_id = l.id and c.deleted_at is null limit 1);
    if child is not null then
      found_id := next_ready_in(child);
      if found_id is not null then return found_id; end if;
    elsif task.status = 'open' and task.blocked_reason is null and not exists (
      select from task_dependencies d
      where d.task_id = task.id and (
        select ahead.deleted_at is null and ahead.status <> 'done' from tasks ahead where ahead.id = d.depends_on_id
      )
    ) then
      return task.id;
    end if;
  end loop;
  return null;
end $$;
