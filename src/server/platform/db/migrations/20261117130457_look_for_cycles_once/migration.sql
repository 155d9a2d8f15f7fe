drop trigger no_cycle on task_dependencies;
--> statement-breakpoint
-- Looks once for all rows of a statement, in time that grows with the number of dependencies: looked at row by row, a plan in
-- which everything waits for everything would be walked as often as it has dependencies. A task that was deleted holds nobody up.
create or replace function refuse_dependency_cycle() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  reached uuid[];
  waiter uuid;
  -- Of each dependency: who waits, for whom, and which is the next one that the same task holds up. Tasks are counted from 1.
  waiters int[];
  waited int[];
  next_of int[];
  nodes int;
  -- Of each task: for how many it still waits, and the first dependency that it holds up.
  waits int[];
  first_of int[];
  free int[];
  last int := 0;
  done int := 0;
  edge int;
  node int;
begin
  -- Every cycle that the new rows close leads through what they wait for. Looked up one by one: joined, every step could read
  -- all tasks of the instance.
  with recursive waits_for as (
    select a.depends_on_id as id from added a
      cross join lateral (select t.deleted_at from tasks t where t.id = a.depends_on_id offset 0) t
      where t.deleted_at is null
    union
    select d.depends_on_id from waits_for w
      cross join lateral (select e.depends_on_id from task_dependencies e where e.task_id = w.id offset 0) d
      cross join lateral (select t.deleted_at from tasks t where t.id = d.depends_on_id offset 0) t
      where t.deleted_at is null
  )
  select array_agg(id) into reached from waits_for;
  if reached is null then return null; end if;

  select case when count(*) = 1 then min(a.task_id::text)::uuid end into waiter from added a;
  if waiter is not null then
    if waiter = any(reached) then
      raise exception 'task % would wait for itself', waiter using errcode = '23514', constraint = 'task_dependencies_no_cycle';
    end if;
    return null;
  end if;

  select array_agg(x.node order by x.edge) filter (where x.waits), array_agg(x.node order by x.edge) filter (where not x.waits), max(x.node)
  into waiters, waited, nodes
  from (
    select f.edge, s.waits, dense_rank() over (order by case when s.waits then f.task_id else f.depends_on_id end)::int as node
    from (
      select row_number() over () as edge, r.id as task_id, d.depends_on_id from unnest(reached) r (id)
        cross join lateral (select e.depends_on_id from task_dependencies e where e.task_id = r.id offset 0) d
        cross join lateral (select t.deleted_at from tasks t where t.id = d.depends_on_id offset 0) t
        where t.deleted_at is null
    ) f cross join (values (true), (false)) s (waits)
  ) x;
  if nodes is null then return null; end if;

  waits := array_fill(0, array[nodes]);
  first_of := array_fill(0, array[nodes]);
  free := array_fill(0, array[nodes]);
  next_of := array_fill(0, array[cardinality(waiters)]);
  for edge in 1 .. cardinality(waiters) loop
    node := waited[edge];
    next_of[edge] := first_of[node];
    first_of[node] := edge;
    node := waiters[edge];
    waits[node] := waits[node] + 1;
  end loop;
  -- Whoever waits for nobody is done first, then whoever waited for those alone; who is left waits for itself.
  for node in 1 .. nodes loop
    if waits[node] = 0 then
      last := last + 1;
      free[last] := node;
    end if;
  end loop;
  while done < last loop
    done := done + 1;
    edge := first_of[free[done]];
    while edge > 0 loop
      node := waiters[edge];
      waits[node] := waits[node] - 1;
      if waits[node] = 0 then
        last := last + 1;
        free[last] := node;
      end if;
      edge := next_of[edge];
    end loop;
  end loop;
  if last < nodes then
    raise exception 'a task would wait for itself' using errcode = '23514', constraint = 'task_dependencies_no_cycle';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger no_cycle after insert on task_dependencies
  referencing new table as added for each statement execute function refuse_dependency_cycle();
--> statement-breakpoint
create trigger no_cycle_moved after update on task_dependencies
  referencing new table as added for each statement execute function refuse_dependency_cycle();
--> statement-breakpoint
-- Writes dependencies as pairs of the tasks' numbers: ten times shorter than their ids, so that those of a large plan come in a
-- few statements. The ids are read once: asked for one by one, they could be looked for among all tasks of the project. A number
-- that is not there is refused by the column, which must not be empty.
create function baton_write_edges(of_project uuid, edges jsonb, at timestamptz, numbers_after int) returns void language plpgsql as $$
declare
  ids jsonb := (select jsonb_object_agg(t.number - numbers_after, t.id) from tasks t where t.project_id = of_project);
begin
  insert into task_dependencies (project_id, task_id, depends_on_id, created_at)
  select of_project, (ids ->> (e.value ->> 0))::uuid, (ids ->> (e.value ->> 1))::uuid, at
  from jsonb_array_elements(edges) e;
end $$;
