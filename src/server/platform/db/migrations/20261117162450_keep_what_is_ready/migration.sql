CREATE TABLE "ready_tasks" (
	"task_id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"place" bytea NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users_api_key" DROP CONSTRAINT "users_api_key_current_task_id_tasks_id_fkey";--> statement-breakpoint
DROP INDEX "tasks_of_project";--> statement-breakpoint
DROP INDEX "tasks_unfinished_in_order";--> statement-breakpoint
DROP INDEX "users_api_key_current_task";--> statement-breakpoint
DROP TABLE "lane_counts";--> statement-breakpoint
ALTER TABLE "task_lists" ADD COLUMN "unfinished" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task_lists" ADD COLUMN "lane_total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task_lists" ADD COLUMN "lane_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "root_list_id" uuid;--> statement-breakpoint
ALTER TABLE "users_api_key" DROP COLUMN "current_task_id";--> statement-breakpoint
CREATE INDEX "ready_tasks_in_order" ON "ready_tasks" ("project_id","place");--> statement-breakpoint
-- Room in every page for the next version of a row: a status, a fence or a count then changes in place.
alter table tasks set (fillfactor = 85);
--> statement-breakpoint
alter table projects set (fillfactor = 70);
--> statement-breakpoint
alter table task_lists set (fillfactor = 85);
--> statement-breakpoint
alter table feed_heads set (fillfactor = 70);
--> statement-breakpoint
alter table project_sizes set (fillfactor = 50);
--> statement-breakpoint
-- The key's current task is read from the batons; written beside them it cost a lock on one row for every agent of an account.
drop trigger current_task on batons;
--> statement-breakpoint
drop function follow_the_baton();
--> statement-breakpoint
create function current_task_id(key_row users_api_key) returns uuid stable language sql as $$
  select b.task_id from projects p join batons b on b.project_id = p.id
  where p.user_id = key_row.user_id and b.holder ->> 'kind' = 'agent' order by b.taken_at desc, b.fence desc limit 1
$$;
--> statement-breakpoint
drop trigger counted on tasks;
--> statement-breakpoint
drop trigger recounted on tasks;
--> statement-breakpoint
drop trigger uncounted on tasks;
--> statement-breakpoint
drop trigger moved on tasks;
--> statement-breakpoint
drop trigger moved on task_lists;
--> statement-breakpoint
drop function add_to_lanes();
--> statement-breakpoint
drop function change_lanes();
--> statement-breakpoint
drop function take_from_lanes();
--> statement-breakpoint
drop function ask_for_recount();
--> statement-breakpoint
drop function recount_when_asked() cascade;
--> statement-breakpoint
drop function recount_lanes(uuid);
--> statement-breakpoint
drop function next_ready_in(uuid);
--> statement-breakpoint
drop function root_of_list(uuid);
--> statement-breakpoint
drop table lane_recounts;
--> statement-breakpoint
-- Lanes as people see them.
create view lane_states as
select l.id as root_list_id, l.project_id, l.lane_total - l.lane_done - w.n as open, w.n as wip, l.lane_done as done
from task_lists l cross join lateral (
  select count(*)::int as n from batons b join tasks t on t.id = b.task_id
  where b.project_id = l.project_id and t.root_list_id = l.id and t.status = 'wip' and t.deleted_at is null
) w
where l.parent_task_id is null;
--> statement-breakpoint
-- Where a root list stands among the others, and a task among its siblings; bytes that compare as the numbers do.
create function place_of_root(made timestamptz, id uuid) returns bytea immutable language sql as $$
  select int8send((extract(epoch from made) * 1000)::bigint # (-9223372036854775808)) || uuid_send(id)
$$;
--> statement-breakpoint
create function place_of_order(place int) returns bytea immutable language sql as $$
  select int4send(place # (-2147483648))
$$;
--> statement-breakpoint
create function place_of(task uuid) returns bytea stable language plpgsql as $$
declare
  place bytea := '';
  up record;
begin
  for step in 1..64 loop
    select t.order_in_parent, l.id as list, l.parent_task_id, l.created_at into up
    from tasks t join task_lists l on l.id = t.task_list_id where t.id = task;
    if not found then return null; end if;
    place := place_of_order(up.order_in_parent) || place;
    if up.parent_task_id is null then return place_of_root(up.created_at, up.list) || place; end if;
    task := up.parent_task_id;
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- Whether somebody could begin a task now: nobody works on it or has to decide something, nothing stands below it, and
-- nothing that it waits for is unfinished.
create function is_ready(t tasks) returns boolean stable language sql as $$
  select case when t.status <> 'open' or t.is_completed or t.deleted_at is not null or t.blocked_reason is not null or t.is_asking
    then false
    else (select l.deleted_at is null from task_lists l where l.id = t.task_list_id)
      and not exists (
        select from task_lists l where l.parent_task_id = t.id and l.deleted_at is null
          and (select true from tasks c where c.task_list_id = l.id and c.deleted_at is null limit 1)
      )
      and not exists (
        select from task_dependencies d where d.task_id = t.id and (
          select ahead.deleted_at is null and ahead.status <> 'done' from tasks ahead where ahead.id = d.depends_on_id
        )
      )
    end
$$;
--> statement-breakpoint
-- All that is kept about a plan, made anew from its tasks.
create function recount_plan(project uuid) returns void language plpgsql as $$
declare
  ids uuid[];
  roots uuid[];
  places bytea[];
begin
  with recursive below as (
    select l.id as list, l.id as root, place_of_root(l.created_at, l.id) as place, 0 as depth
    from task_lists l where l.project_id = project and l.parent_task_id is null
    union all
    select child.id, below.root, below.place || place_of_order(t.order_in_parent), below.depth + 1
    from below join tasks t on t.task_list_id = below.list join task_lists child on child.parent_task_id = t.id
    where below.depth < 64
  )
  select array_agg(t.id), array_agg(below.root), array_agg(below.place || place_of_order(t.order_in_parent)) into ids, roots, places
  from below join tasks t on t.task_list_id = below.list;

  update tasks t set root_list_id = r.root
  from unnest(ids, roots) as r (id, root) where t.id = r.id and t.root_list_id is distinct from r.root;

  update task_lists l set unfinished = c.unfinished, lane_total = c.total, lane_done = c.done
  from (
    select x.id, coalesce(lane.total, 0) as total, coalesce(lane.done, 0) as done,
      (select count(*) from tasks t where t.task_list_id = x.id and t.deleted_at is null and not t.is_completed) as unfinished
    from task_lists x left join (
      select r.root, count(*) as total, count(*) filter (where t.status = 'done') as done
      from unnest(ids, roots) as r (id, root) join tasks t on t.id = r.id where t.deleted_at is null group by r.root
    ) lane on lane.root = x.id
    where x.project_id = project
  ) c
  where l.id = c.id and (l.unfinished, l.lane_total, l.lane_done) <> (c.unfinished, c.total, c.done);

  delete from ready_tasks where project_id = project;
  insert into ready_tasks (task_id, project_id, place)
  select t.id, project, r.place from unnest(ids, places) as r (id, place) join tasks t on t.id = r.id where is_ready(t);
end $$;
--> statement-breakpoint
create function refresh_ready(task uuid) returns void language plpgsql as $$
declare
  it tasks;
begin
  select * into it from tasks where id = task;
  if found and is_ready(it) then
    insert into ready_tasks (task_id, project_id, place) values (it.id, it.project_id, place_of(it.id))
    on conflict (task_id) do update set place = excluded.place where ready_tasks.place <> excluded.place;
  else
    delete from ready_tasks where task_id = task;
  end if;
end $$;
--> statement-breakpoint
-- Moves and changes of many rows: the plan is counted anew, once, at commit.
create table plan_recounts (project_id uuid primary key);
--> statement-breakpoint
create function ask_for_recount(project uuid) returns void language sql as $$
  insert into plan_recounts (project_id) values (project) on conflict do nothing
$$;
--> statement-breakpoint
create function recount_when_asked() returns trigger language plpgsql as $$
begin
  perform recount_plan(new.project_id);
  delete from plan_recounts where project_id = new.project_id;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger asked after insert on plan_recounts deferrable initially deferred for each row
  execute function recount_when_asked();
--> statement-breakpoint
-- Whether a list has unfinished tasks. The list knows, unless this transaction has asked for a recount and has not committed.
create function has_unfinished(list task_lists) returns boolean stable language sql as $$
  select case when exists (select from plan_recounts r where r.project_id = list.project_id)
    then exists (select from tasks t where t.task_list_id = list.id and t.deleted_at is null and not t.is_completed)
    else list.unfinished > 0 end
$$;
--> statement-breakpoint
-- Whether a transaction has changed so many rows that counting anew is cheaper than following each.
create function is_bulk(added int) returns boolean language plpgsql as $$
declare
  so_far int := coalesce(nullif(current_setting('baton.rows_changed', true), ''), '0')::int;
begin
  if so_far > 200 then return true; end if;
  perform set_config('baton.rows_changed', (so_far + added)::text, true);
  return so_far + added > 200;
end $$;
--> statement-breakpoint
create function lane_of_list(list uuid) returns uuid stable language sql as $$
  select case when l.parent_task_id is null then l.id else up.root_list_id end
  from task_lists l left join tasks up on up.id = l.parent_task_id where l.id = list
$$;
--> statement-breakpoint
-- A new task stands in the lane of the task above it. Where that one is not there yet, the plan is being written as a whole.
-- Not before updates, which such a trigger makes lock the row first, whichever columns they change.
create function find_lane() returns trigger language plpgsql as $$
begin
  new.root_list_id := lane_of_list(new.task_list_id);
  if new.root_list_id is null then perform ask_for_recount(new.project_id); end if;
  return new;
end $$;
--> statement-breakpoint
create trigger find_lane before insert on tasks for each row execute function find_lane();
--> statement-breakpoint
create function count_added_tasks() returns trigger language plpgsql as $$
declare
  n int := (select count(*) from added);
  task record;
begin
  if n = 0 then return null; end if;
  if is_bulk(n) then
    perform ask_for_recount(x.project_id) from (select distinct project_id from added) x;
    return null;
  end if;
  update task_lists l set unfinished = l.unfinished + c.unfinished, lane_total = l.lane_total + c.total, lane_done = l.lane_done + c.done
  from (
    select x.list, sum(x.unfinished) as unfinished, sum(x.total) as total, sum(x.done) as done from (
      select a.task_list_id as list, (not a.is_completed)::int as unfinished, 0 as total, 0 as done from added a where a.deleted_at is null
      union all
      select a.root_list_id, 0, 1, (a.status = 'done')::int from added a where a.deleted_at is null and a.root_list_id is not null
    ) x group by 1
  ) c
  where l.id = c.list;
  -- What gets something below it is not to be begun itself.
  delete from ready_tasks r using added a join task_lists l on l.id = a.task_list_id
  where r.task_id = l.parent_task_id and a.deleted_at is null;
  for task in select a.id from added a where a.deleted_at is null loop perform refresh_ready(task.id); end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger counted after insert on tasks referencing new table as added for each statement execute function count_added_tasks();
--> statement-breakpoint
create function count_removed_tasks() returns trigger language plpgsql as $$
begin
  delete from ready_tasks r using removed x where r.task_id = x.id;
  update task_lists l set unfinished = l.unfinished - c.unfinished, lane_total = l.lane_total - c.total, lane_done = l.lane_done - c.done
  from (
    select x.list, sum(x.unfinished) as unfinished, sum(x.total) as total, sum(x.done) as done from (
      select o.task_list_id as list, (not o.is_completed)::int as unfinished, 0 as total, 0 as done from removed o where o.deleted_at is null
      union all
      select o.root_list_id, 0, 1, (o.status = 'done')::int from removed o where o.deleted_at is null and o.root_list_id is not null
    ) x group by 1
  ) c
  where l.id = c.list;
  return null;
end $$;
--> statement-breakpoint
create trigger uncounted after delete on tasks referencing old table as removed for each statement execute function count_removed_tasks();
--> statement-breakpoint
create function count_in_list(list uuid, root uuid, total int, done int, unfinished_by int) returns void language plpgsql as $$
begin
  if unfinished_by = 0 then list := null; end if;
  if total = 0 and done = 0 then root := null; end if;
  if coalesce(list, root) is null then return; end if;
  update task_lists l set
    unfinished = l.unfinished + case when l.id = list then unfinished_by else 0 end,
    lane_total = l.lane_total + case when l.id = root then total else 0 end,
    lane_done = l.lane_done + case when l.id = root then done else 0 end
  where l.id in (list, root);
end $$;
--> statement-breakpoint
-- What an update leaves as it was ends at the second line. As a condition of the trigger it would be planned anew for each
-- statement, which costs more than calling the function.
create function count_changed_task() returns trigger language plpgsql as $$
declare
  was_live int;
  is_live int;
  was_done int;
  is_done int;
  was_unfinished int;
  is_unfinished int;
  has_moved boolean;
  task record;
begin
  -- Said by functions that count what they change themselves.
  if current_setting('baton.counts_itself', true) = 'on' then return null; end if;
  if (old.status, old.is_completed, old.deleted_at, old.task_list_id, old.order_in_parent, old.blocked_reason is null, old.is_asking)
    is not distinct from
    (new.status, new.is_completed, new.deleted_at, new.task_list_id, new.order_in_parent, new.blocked_reason is null, new.is_asking) then
    return null;
  end if;
  was_live := (old.deleted_at is null)::int;
  is_live := (new.deleted_at is null)::int;
  was_done := was_live * (old.status = 'done')::int;
  is_done := is_live * (new.status = 'done')::int;
  was_unfinished := was_live * (not old.is_completed)::int;
  is_unfinished := is_live * (not new.is_completed)::int;
  has_moved := old.task_list_id <> new.task_list_id;
  if has_moved then
    new.root_list_id := lane_of_list(new.task_list_id);
    update tasks t set root_list_id = new.root_list_id where t.id = new.id and t.root_list_id is distinct from new.root_list_id;
    if new.root_list_id is null then perform ask_for_recount(new.project_id); end if;
  end if;
  -- What stands below moves along without being touched.
  if is_bulk(1) or ((has_moved or old.order_in_parent <> new.order_in_parent)
    and exists (select from task_lists l where l.parent_task_id = new.id)) then
    perform ask_for_recount(new.project_id);
    return null;
  end if;
  if has_moved then
    perform count_in_list(old.task_list_id, old.root_list_id, -was_live, -was_done, -was_unfinished);
    perform count_in_list(new.task_list_id, new.root_list_id, is_live, is_done, is_unfinished);
  else
    perform count_in_list(new.task_list_id, new.root_list_id, is_live - was_live, is_done - was_done, is_unfinished - was_unfinished);
  end if;
  perform refresh_ready(new.id);
  if has_moved or was_live <> is_live then
    perform refresh_ready(l.parent_task_id) from task_lists l
    where l.id in (old.task_list_id, new.task_list_id) and l.parent_task_id is not null;
  end if;
  if was_live <> is_live or (old.status = 'done') <> (new.status = 'done') then
    for task in select d.task_id as id from task_dependencies d where d.depends_on_id = new.id loop
      perform refresh_ready(task.id);
    end loop;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger recounted after update of status, is_completed, deleted_at, task_list_id, order_in_parent, blocked_reason, question on tasks
  for each row execute function count_changed_task();
--> statement-breakpoint
create function count_changed_list() returns trigger language plpgsql as $$
declare
  task record;
begin
  if (old.deleted_at, old.parent_task_id, old.created_at) is not distinct from (new.deleted_at, new.parent_task_id, new.created_at) then
    return null;
  end if;
  if is_bulk(1) or old.parent_task_id is distinct from new.parent_task_id
    or (new.parent_task_id is null and old.created_at <> new.created_at) then
    perform ask_for_recount(new.project_id);
    return null;
  end if;
  for task in
    select t.id from tasks t where t.task_list_id = new.id
    union all
    select new.parent_task_id where new.parent_task_id is not null
  loop
    perform refresh_ready(task.id);
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger recounted after update of deleted_at, parent_task_id, created_at on task_lists for each row
  execute function count_changed_list();
--> statement-breakpoint
create function follow_dependencies() returns trigger language plpgsql as $$
declare
  n int := (select count(*) from changed);
  task record;
begin
  if n = 0 then return null; end if;
  if is_bulk(n) then
    perform ask_for_recount(x.project_id) from (select distinct project_id from changed) x;
    return null;
  end if;
  for task in select distinct c.task_id as id from changed c loop perform refresh_ready(task.id); end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger followed_added after insert on task_dependencies referencing new table as changed
  for each statement execute function follow_dependencies();
--> statement-breakpoint
create trigger followed_gone after delete on task_dependencies referencing old table as changed
  for each statement execute function follow_dependencies();
--> statement-breakpoint
create trigger followed_changed after update on task_dependencies referencing new table as changed
  for each statement execute function follow_dependencies();
--> statement-breakpoint
-- The first task in the order of the plan that somebody could begin now: one of a lane that nobody works in, if there is such a
-- task.
create function next_ready_beside(project uuid, busy uuid[]) returns uuid language plpgsql stable as $$
declare
  at bytea := '';
  found_id uuid;
  found_place bytea;
begin
  while busy <> '{}' loop
    select r.task_id, r.place into found_id, found_place from ready_tasks r
    where r.project_id = project and r.place > at order by r.place limit 1;
    exit when not found;
    if encode(substring(found_place from 9 for 16), 'hex')::uuid <> all (busy) then return found_id; end if;
    -- Behind everything in this lane: no order of a task begins with this byte.
    at := substring(found_place from 1 for 24) || '\xff'::bytea;
  end loop;
  select r.task_id into found_id from ready_tasks r where r.project_id = project order by r.place limit 1;
  return found_id;
end $$;
--> statement-breakpoint
-- Where several may work at once, lanes are kept apart: two agents then seldom change the same files.
create or replace function next_ready(project uuid) returns uuid language plpgsql stable as $$
declare
  busy uuid[];
begin
  select array_agg(t.root_list_id) into busy
  from projects p join batons b on b.project_id = p.id join tasks t on t.id = b.task_id where p.id = project and p.baton_slots > 1;
  return next_ready_beside(project, busy);
end $$;
--> statement-breakpoint
-- As before; below a list in which everything is complete there is nothing open, ready or blocked.
create or replace function walk_list(list uuid, status_wanted text, depth integer, inout left_over integer, inout ids uuid[])
language plpgsql stable as $$
declare
  task record;
  child uuid;
  is_wanted boolean;
begin
  if status_wanted is not null and status_wanted <> 'done' and (select l.unfinished = 0 from task_lists l where l.id = list) then
    return;
  end if;
  for task in
    select t.id, t.status, t.blocked_reason is not null or t.is_asking as is_stopped from tasks t
    where t.task_list_id = list and t.deleted_at is null
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
      when task.status <> 'open' or (status_wanted = 'ready' and (child is not null or task.is_stopped)) then false
      when status_wanted = 'blocked' and task.is_stopped then true
      else (status_wanted = 'blocked') = exists (
        select from task_dependencies d
        where d.task_id = task.id and (
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
-- What is ready in the whole plan is known; the rest is walked.
create or replace function walk_plan(project uuid, under uuid, status_wanted text, depth integer, wanted integer) returns uuid[]
language plpgsql stable as $$
declare
  root uuid;
  roots uuid[];
  left_over integer := wanted;
  ids uuid[] := '{}';
begin
  if under is null and status_wanted = 'ready' and depth >= 64 then
    return array(select r.task_id from ready_tasks r where r.project_id = project order by r.place limit wanted);
  elsif under is null then
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
select recount_plan(id) from projects;
