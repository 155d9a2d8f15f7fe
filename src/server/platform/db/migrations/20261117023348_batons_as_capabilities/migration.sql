ALTER TABLE "notes" ADD COLUMN "work" jsonb;--> statement-breakpoint
ALTER TABLE "baton_losses" ADD COLUMN "token_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "batons" ADD COLUMN "token_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "batons" ADD COLUMN "done_means" text DEFAULT 'word' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "question" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_asking" boolean GENERATED ALWAYS AS (question is not null and question ->> 'answer' is null) STORED;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "work" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "lease_minutes" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "done_means" text DEFAULT 'word' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "verify_command" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "verify_timeout_minutes" smallint DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "verify_tries" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "repository_url" text;--> statement-breakpoint
CREATE INDEX "tasks_stopped" ON "tasks" ("project_id") WHERE "deleted_at" is null and ("blocked_reason" is not null or "is_asking");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_lease_minutes" CHECK ("lease_minutes" between 5 and 240);--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_done_means" CHECK ("done_means" in ('word', 'checks', 'verified'));--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_verify_timeout" CHECK ("verify_timeout_minutes" between 1 and 120);--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_verify_tries" CHECK ("verify_tries" between 1 and 10);;--> statement-breakpoint
-- As before; a task that waits for a person's answer is as little ready as one that is blocked.
create or replace function walk_list(list uuid, status_wanted text, depth integer, inout left_over integer, inout ids uuid[])
language plpgsql stable as $$
declare
  task record;
  child uuid;
  is_wanted boolean;
begin
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
create or replace function next_ready_in(list uuid) returns uuid language plpgsql stable as $$
declare
  task record;
  child uuid;
  found_id uuid;
begin
  for task in
    select t.id, t.status, t.blocked_reason is not null or t.is_asking as is_stopped from tasks t
    where t.task_list_id = list and t.deleted_at is null and not t.is_completed order by t.order_in_parent
  loop
    select l.id into child from task_lists l
    where l.parent_task_id = task.id and l.deleted_at is null
      and (select true from tasks c where c.task_list_id = l.id and c.deleted_at is null limit 1);
    if child is not null then
      found_id := next_ready_in(child);
      if found_id is not null then return found_id; end if;
    elsif task.status = 'open' and not task.is_stopped and not exists (
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
--> statement-breakpoint
-- Where several may work at once, the next one begins in a list that nobody works in, if there is such a task: two agents
-- then seldom change the same files.
create or replace function next_ready(project uuid) returns uuid language plpgsql stable as $$
declare
  root uuid;
  busy uuid[] := '{}';
  found_id uuid;
begin
  if (select p.baton_slots > 1 from projects p where p.id = project) then
    busy := array(
      select root_of_list(t.task_list_id) from batons b join tasks t on t.id = b.task_id where b.project_id = project
    );
    for root in
      select l.id from task_lists l
      where l.project_id = project and l.depth = 0 and l.deleted_at is null and l.id <> all (busy)
      order by l.created_at, l.id
    loop
      found_id := next_ready_in(root);
      if found_id is not null then return found_id; end if;
    end loop;
  end if;
  for root in
    select l.id from task_lists l
    where l.project_id = project and l.depth = 0 and l.deleted_at is null
      and (busy = '{}' or l.id = any (busy))
    order by l.created_at, l.id
  loop
    found_id := next_ready_in(root);
    if found_id is not null then return found_id; end if;
  end loop;
  return null;
end $$;
