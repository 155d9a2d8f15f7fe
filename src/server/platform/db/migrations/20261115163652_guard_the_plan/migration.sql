-- What a table's columns cannot say about themselves.

-- Order is unique among live siblings, checked at commit, so that a reorder may pass through states that are not.
alter table tasks add constraint tasks_order_among_siblings
  exclude using btree (task_list_id with =, order_in_parent with =) where (deleted_at is null) deferrable initially deferred;
--> statement-breakpoint
-- A task never waits for itself, however long the way round.
create function refuse_dependency_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive waits_for as (
      select new.depends_on_id as id
      union
      select d.depends_on_id from task_dependencies d join waits_for w on d.task_id = w.id
    )
    select from waits_for where id = new.task_id
  ) then
    raise exception 'task % would wait for itself', new.task_id using errcode = '23514', constraint = 'task_dependencies_no_cycle';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger no_cycle after insert or update on task_dependencies for each row execute function refuse_dependency_cycle();
--> statement-breakpoint
-- A task never stands below itself.
create function refuse_tree_cycle() returns trigger language plpgsql as $$
declare
  start uuid := case when tg_table_name = 'tasks' then (to_jsonb(new) ->> 'task_list_id')::uuid else new.id end;
  steps integer := 0;
  list uuid := start;
begin
  loop
    select up.task_list_id into list from task_lists l join tasks up on up.id = l.parent_task_id where l.id = list;
    exit when list is null;
    steps := steps + 1;
    if list = start or steps > 64 then
      raise exception 'list % would stand below itself', start using errcode = '23514', constraint = 'tasks_no_cycle';
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- At commit: restoring a plan may pass through states in which two tasks seem to stand below each other.
create constraint trigger no_cycle after update of task_list_id on tasks deferrable initially deferred for each row
  when (old.task_list_id is distinct from new.task_list_id) execute function refuse_tree_cycle();
--> statement-breakpoint
create constraint trigger no_cycle after update of parent_task_id on task_lists deferrable initially deferred for each row
  when (old.parent_task_id is distinct from new.parent_task_id) execute function refuse_tree_cycle();
--> statement-breakpoint
-- A project has as many batons as its settings say, and no slot beyond them.
create function refuse_extra_baton() returns trigger language plpgsql as $$
begin
  if new.slot > (select baton_slots from projects where id = new.project_id) then
    raise exception 'project % has no baton %', new.project_id, new.slot using errcode = '23514', constraint = 'batons_slot_of_project';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger slot_exists after insert or update of slot on batons for each row execute function refuse_extra_baton();
--> statement-breakpoint
-- A checkpoint goes with its project and changes never.
create trigger immutable before update on checkpoints for each statement execute function refuse_change();
--> statement-breakpoint
-- What happened to one task, without reading what happened to all.
create index events_of_subject on events (scope, (coalesce(data ->> 'task_id', data ->> 'id')), seq desc);
