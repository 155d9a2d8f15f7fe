CREATE TABLE "error_counts" (
	"level" text,
	"category" text,
	"resolved" boolean,
	"n" bigint NOT NULL,
	CONSTRAINT "error_counts_pkey" PRIMARY KEY("level","category","resolved")
);
--> statement-breakpoint
create function count_errors() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into error_counts (level, category, resolved, n)
    select level, category, resolved, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (level, category, resolved) do update set n = error_counts.n + excluded.n;
  else
    insert into error_counts (level, category, resolved, n)
    select level, category, resolved, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (level, category, resolved) do update set n = error_counts.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
create function count_changed_error() returns trigger language plpgsql as $$
begin
  insert into error_counts (level, category, resolved, n)
  values (new.level, new.category, false, case when new.resolved then -1 else 1 end),
    (new.level, new.category, true, case when new.resolved then 1 else -1 end)
  on conflict (level, category, resolved) do update set n = error_counts.n + excluded.n;
  return null;
end $$;
--> statement-breakpoint
create trigger counted after insert on error_groups referencing new table as added
  for each statement execute function count_errors();
--> statement-breakpoint
create trigger uncounted after delete on error_groups referencing old table as removed
  for each statement execute function count_errors();
--> statement-breakpoint
create trigger recounted after update of resolved on error_groups for each row
  when (old.resolved is distinct from new.resolved) execute function count_changed_error();
--> statement-breakpoint
insert into error_counts (level, category, resolved, n) select level, category, resolved, count(*) from error_groups group by 1, 2, 3;
