-- A task that was deleted holds nobody up: a way through it is no cycle. Bringing it back looks at the whole plan again.
create or replace function refuse_dependency_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive waits_for as (
      select t.id from tasks t where t.id = new.depends_on_id and t.deleted_at is null
      union
      -- Looked up one by one: joined, every step could read all tasks of the instance.
      select d.depends_on_id from task_dependencies d join waits_for w on d.task_id = w.id
        cross join lateral (select t.deleted_at from tasks t where t.id = d.depends_on_id offset 0) t
        where t.deleted_at is null
    )
    select from waits_for where id = new.task_id
  ) then
    raise exception 'task % would wait for itself', new.task_id using errcode = '23514', constraint = 'task_dependencies_no_cycle';
  end if;
  return null;
end $$;
