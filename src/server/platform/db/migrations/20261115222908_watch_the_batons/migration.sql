-- A call is counted without waiting for the disk.
alter table agent_allowances set unlogged;
--> statement-breakpoint
-- The key's current task is the one last taken with it and still held.
create function follow_the_baton() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users_api_key set current_task_id = new.task_id
    where new.holder ->> 'kind' = 'agent' and user_id = (new.holder ->> 'id')::uuid;
  else
    update users_api_key k set current_task_id = (
      select b.task_id from batons b where b.holder ->> 'kind' = 'agent' and b.holder ->> 'id' = k.user_id::text
      order by b.taken_at desc limit 1
    )
    where k.current_task_id = old.task_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger current_task after insert or delete on batons for each row execute function follow_the_baton();
--> statement-breakpoint
-- The list at the top of the tree a list stands in; null while a restore lets two seem to stand below each other.
create function root_of_list(list uuid) returns uuid language plpgsql stable as $$
declare
  up uuid;
begin
  for step in 1..64 loop
    select t.task_list_id into up from task_lists l join tasks t on t.id = l.parent_task_id where l.id = list;
    if up is null then return list; end if;
    list := up;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create function recount_lanes(project uuid) returns void language sql as $$
  delete from lane_counts where project_id = project;
  insert into lane_counts (root_list_id, project_id, open, wip, done)
  with recursive below as (
    select l.id, l.id as root from task_lists l where l.project_id = project and l.parent_task_id is null
    union all
    select child.id, below.root
    from below join tasks t on t.task_list_id = below.id join task_lists child on child.parent_task_id = t.id
  )
  select below.root, project, count(*) filter (where t.status = 'open'), count(*) filter (where t.status = 'wip'),
    count(*) filter (where t.status = 'done')
  from below join tasks t on t.task_list_id = below.id and t.deleted_at is null
  group by below.root;
$$;
--> statement-breakpoint
create function add_to_lanes() returns trigger language plpgsql as $$
begin
  insert into lane_counts (root_list_id, project_id, open, wip, done)
  select lane.root, lane.project_id, sum(lane.open), sum(lane.wip), sum(lane.done)
  from (
    select root_of_list(t.task_list_id) as root, t.project_id, count(*) filter (where t.status = 'open') as open,
      count(*) filter (where t.status = 'wip') as wip, count(*) filter (where t.status = 'done') as done
    from added t where t.deleted_at is null group by t.task_list_id, t.project_id
  ) lane
  where lane.root is not null group by lane.root, lane.project_id
  on conflict (root_list_id) do update set
    open = lane_counts.open + excluded.open, wip = lane_counts.wip + excluded.wip, done = lane_counts.done + excluded.done;
  return null;
end $$;
--> statement-breakpoint
create trigger counted after insert on tasks referencing new table as added for each statement execute function add_to_lanes();
--> statement-breakpoint
create function change_lanes() returns trigger language plpgsql as $$
begin
  insert into lane_counts (root_list_id, project_id, open, wip, done)
  select lane.root, lane.project_id, coalesce(sum(lane.open), 0), coalesce(sum(lane.wip), 0), coalesce(sum(lane.done), 0)
  from (
    select root_of_list(t.task_list_id) as root, t.project_id, sum(t.n) filter (where t.status = 'open') as open,
      sum(t.n) filter (where t.status = 'wip') as wip, sum(t.n) filter (where t.status = 'done') as done
    from (
      select task_list_id, project_id, status, 1 as n from after_it where deleted_at is null
      union all
      select task_list_id, project_id, status, -1 from before_it where deleted_at is null
    ) t
    group by t.task_list_id, t.project_id
    having sum(t.n) filter (where t.status = 'open') <> 0 or sum(t.n) filter (where t.status = 'wip') <> 0
      or sum(t.n) filter (where t.status = 'done') <> 0
  ) lane
  where lane.root is not null group by lane.root, lane.project_id
  on conflict (root_list_id) do update set
    open = lane_counts.open + excluded.open, wip = lane_counts.wip + excluded.wip, done = lane_counts.done + excluded.done;
  return null;
end $$;
--> statement-breakpoint
create trigger recounted after update on tasks referencing old table as before_it new table as after_it
  for each statement execute function change_lanes();
--> statement-breakpoint
create function take_from_lanes() returns trigger language plpgsql as $$
begin
  update lane_counts c set open = c.open - lane.open, wip = c.wip - lane.wip, done = c.done - lane.done
  from (
    select root_of_list(t.task_list_id) as root, count(*) filter (where t.status = 'open') as open,
      count(*) filter (where t.status = 'wip') as wip, count(*) filter (where t.status = 'done') as done
    from removed t where t.deleted_at is null group by root_of_list(t.task_list_id)
  ) lane
  where c.root_list_id = lane.root;
  return null;
end $$;
--> statement-breakpoint
create trigger uncounted after delete on tasks referencing old table as removed for each statement execute function take_from_lanes();
--> statement-breakpoint
-- What stands below moves along without being touched: whoever moves has the project counted anew, once, at commit.
create table lane_recounts (project_id uuid primary key);
--> statement-breakpoint
create function ask_for_recount() returns trigger language plpgsql as $$
begin
  insert into lane_recounts (project_id) values (new.project_id) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger moved after update of task_list_id on tasks for each row
  when (old.task_list_id is distinct from new.task_list_id) execute function ask_for_recount();
--> statement-breakpoint
create trigger moved after update of parent_task_id on task_lists for each row
  when (old.parent_task_id is distinct from new.parent_task_id) execute function ask_for_recount();
--> statement-breakpoint
create function recount_when_asked() returns trigger language plpgsql as $$
begin
  perform recount_lanes(new.project_id);
  delete from lane_recounts where project_id = new.project_id;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger asked after insert on lane_recounts deferrable initially deferred for each row
  execute function recount_when_asked();
--> statement-breakpoint
select recount_lanes(id) from projects;
--> statement-breakpoint
-- The first task in tree order that somebody could begin now, in a list and below it.
create function next_ready_in(list uuid) returns uuid language plpgsql stable as $$
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
      and exists (select from tasks c where c.task_list_id = l.id and c.deleted_at is null);
    if child is not null then
      found_id := next_ready_in(child);
      if found_id is not null then return found_id; end if;
    elsif task.status = 'open' and task.blocked_reason is null and not exists (
      select from task_dependencies d join tasks ahead on ahead.id = d.depends_on_id
      where d.task_id = task.id and ahead.deleted_at is null and ahead.status <> 'done'
    ) then
      return task.id;
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create function next_ready(project uuid) returns uuid language plpgsql stable as $$
declare
  root uuid;
  found_id uuid;
begin
  for root in
    select l.id from task_lists l
    where l.project_id = project and l.parent_task_id is null and l.deleted_at is null order by l.created_at, l.id
  loop
    found_id := next_ready_in(root);
    if found_id is not null then return found_id; end if;
  end loop;
  return null;
end $$;
