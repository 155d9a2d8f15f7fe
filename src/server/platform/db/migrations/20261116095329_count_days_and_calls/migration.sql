-- What is created, and who was last active, is counted by day as it happens, in the stripe of the connection, like the
-- accounts themselves. The trigger names the subject and the column with the moment. A row that moves to another day
-- leaves the first; most updates move nothing, and then nothing is written.
create function count_days() returns trigger language plpgsql as $$
declare
  moments text[] := '{}';
begin
  if tg_op <> 'INSERT' then moments := moments || format('select %I as moment, -1 as n from removed', tg_argv[1]); end if;
  if tg_op <> 'DELETE' then moments := moments || format('select %I as moment, 1 as n from added', tg_argv[1]); end if;
  execute format(
    'insert into day_counts (subject, day, stripe, n)
     select $1, (moment at time zone ''UTC'')::date as day, pg_backend_pid() %% 8, sum(n) from (%s) as m
     group by 2 having sum(n) <> 0 order by 2
     on conflict (subject, day, stripe) do update set n = day_counts.n + excluded.n',
    array_to_string(moments, ' union all ')) using tg_argv[0];
  return null;
end $$;
--> statement-breakpoint
create trigger counted_by_day after insert on users referencing new table as added
  for each statement execute function count_days('accounts', 'created_at');
--> statement-breakpoint
create trigger uncounted_by_day after delete on users referencing old table as removed
  for each statement execute function count_days('accounts', 'created_at');
--> statement-breakpoint
create trigger counted_by_day after insert on projects referencing new table as added
  for each statement execute function count_days('projects', 'created_at');
--> statement-breakpoint
create trigger uncounted_by_day after delete on projects referencing old table as removed
  for each statement execute function count_days('projects', 'created_at');
--> statement-breakpoint
create trigger counted_by_day after insert on user_activity referencing new table as added
  for each statement execute function count_days('last active', 'last_active_at');
--> statement-breakpoint
create trigger recounted_by_day after update on user_activity referencing old table as removed new table as added
  for each statement execute function count_days('last active', 'last_active_at');
--> statement-breakpoint
create trigger uncounted_by_day after delete on user_activity referencing old table as removed
  for each statement execute function count_days('last active', 'last_active_at');
--> statement-breakpoint
insert into day_counts (subject, day, stripe, n)
select 'accounts', (created_at at time zone 'UTC')::date, 0, count(*) from users group by 2
union all select 'projects', (created_at at time zone 'UTC')::date, 0, count(*) from projects group by 2
union all select 'last active', (last_active_at at time zone 'UTC')::date, 0, count(*) from user_activity group by 2;
--> statement-breakpoint
-- Projects that are not deleted.
create function count_projects(change bigint) returns void language sql as $$
  insert into project_counts (stripe, n) select pg_backend_pid() % 8, change where change <> 0
  on conflict (stripe) do update set n = project_counts.n + excluded.n
$$;
--> statement-breakpoint
create function count_added_projects() returns trigger language plpgsql as $$
begin
  perform count_projects((select count(*) from added where deleted_at is null));
  return null;
end $$;
--> statement-breakpoint
create function count_removed_projects() returns trigger language plpgsql as $$
begin
  perform count_projects(-(select count(*) from removed where deleted_at is null));
  return null;
end $$;
--> statement-breakpoint
create function count_changed_project() returns trigger language plpgsql as $$
begin
  perform count_projects(case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;
--> statement-breakpoint
create trigger counted after insert on projects referencing new table as added
  for each statement execute function count_added_projects();
--> statement-breakpoint
create trigger uncounted after delete on projects referencing old table as removed
  for each statement execute function count_removed_projects();
--> statement-breakpoint
create trigger recounted after update of deleted_at on projects for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_changed_project();
--> statement-breakpoint
insert into project_counts (stripe, n) select 0, count(*) from projects where deleted_at is null;
--> statement-breakpoint
-- Calls are rolled up by their hour with the statement that writes them: together with them or not at all, and in the hour
-- in which they were made, however late they are written. Times are kept to two digits, so that there are few of them.
-- What strangers call is theirs to invent: it counts as a call, and leaves no name.
create function two_digits_up(ms integer) returns integer language sql immutable as $$
  select least(ceil(ms / step) * step, 2147483647)::integer from (select power(10::numeric, greatest(length(ms::text) - 2, 0))) as s (step)
$$;
--> statement-breakpoint
create function roll_up_calls() returns trigger language plpgsql as $$
begin
  insert into call_hours (hour, calls, errors)
  select date_bin('1 hour', inserted_at, 'epoch'), count(*), count(*) filter (where status_code >= 400)
  from added group by 1 order by 1
  on conflict (hour) do update set calls = call_hours.calls + excluded.calls, errors = call_hours.errors + excluded.errors;
  insert into call_times (hour, command, ms, calls)
  select date_bin('1 hour', inserted_at, 'epoch'), command, two_digits_up(response_time_ms), count(*)
  from added where user_id is not null group by 1, 2, 3 order by 1, 2, 3
  on conflict (hour, command, ms) do update set calls = call_times.calls + excluded.calls;
  return null;
end $$;
--> statement-breakpoint
create trigger rolled_up after insert on mcp_logs referencing new table as added
  for each statement execute function roll_up_calls();
--> statement-breakpoint
-- As far back as the charts go.
insert into call_hours (hour, calls, errors)
select date_bin('1 hour', inserted_at, 'epoch'), count(*), count(*) filter (where status_code >= 400)
from mcp_logs where inserted_at > now() - interval '2 days' group by 1;
--> statement-breakpoint
insert into call_times (hour, command, ms, calls)
select date_bin('1 hour', inserted_at, 'epoch'), command, two_digits_up(response_time_ms), count(*)
from mcp_logs where inserted_at > now() - interval '2 days' and user_id is not null group by 1, 2, 3;
