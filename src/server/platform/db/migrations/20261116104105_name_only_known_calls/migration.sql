ALTER TABLE "mcp_logs" ADD COLUMN "is_known" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Agents may call anything too: what there is no command for is counted under one name, so that nobody fills the roll-up.
create or replace function roll_up_calls() returns trigger language plpgsql as $$
begin
  insert into call_hours (hour, calls, errors)
  select date_bin('1 hour', inserted_at, 'epoch'), count(*), count(*) filter (where status_code >= 400)
  from added group by 1 order by 1
  on conflict (hour) do update set calls = call_hours.calls + excluded.calls, errors = call_hours.errors + excluded.errors;
  insert into call_times (hour, command, ms, calls)
  select date_bin('1 hour', inserted_at, 'epoch'), case when is_known then command else 'unknown' end,
    two_digits_up(response_time_ms), count(*)
  from added where user_id is not null group by 1, 2, 3 order by 1, 2, 3
  on conflict (hour, command, ms) do update set calls = call_times.calls + excluded.calls;
  return null;
end $$;
