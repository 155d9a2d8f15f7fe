CREATE TABLE "timeline_totals" (
	"project_id" uuid,
	"kind" text,
	"who_kind" text,
	"who" text,
	"from_who" text,
	"list_id" uuid,
	"entries" integer NOT NULL,
	"milliseconds" bigint NOT NULL,
	CONSTRAINT "timeline_totals_pkey" PRIMARY KEY("project_id","kind","who_kind","who","from_who","list_id")
);
--> statement-breakpoint
ALTER TABLE "timeline_totals" ADD CONSTRAINT "timeline_totals_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
-- In order of the key, so that two statements that count the same rows cannot deadlock.
create function count_timeline() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    with sums as (
      select g.project_id, g.kind, g.who_kind, g.who, coalesce(g.data ->> 'from', '') as from_who,
        coalesce(g.list_id, '00000000-0000-0000-0000-000000000000') as list_id, count(*) as n,
        coalesce(sum(round(extract(epoch from g.at - (g.data ->> 'started_at')::timestamptz) * 1000)) filter (where g.data ? 'fence'), 0) as ms
      from gone g where g.kind <> 'held' group by 1, 2, 3, 4, 5, 6
    ), locked as (
      select t.*, s.n, s.ms from timeline_totals t join sums s
        using (project_id, kind, who_kind, who, from_who, list_id)
      order by t.project_id, t.kind, t.who_kind, t.who, t.from_who, t.list_id for update of t
    )
    update timeline_totals t set entries = t.entries - l.n, milliseconds = t.milliseconds - l.ms from locked l
    where (t.project_id, t.kind, t.who_kind, t.who, t.from_who, t.list_id)
      = (l.project_id, l.kind, l.who_kind, l.who, l.from_who, l.list_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into timeline_totals as t (project_id, kind, who_kind, who, from_who, list_id, entries, milliseconds)
    select a.project_id, a.kind, a.who_kind, a.who, coalesce(a.data ->> 'from', ''),
      coalesce(a.list_id, '00000000-0000-0000-0000-000000000000'), count(*),
      coalesce(sum(round(extract(epoch from a.at - (a.data ->> 'started_at')::timestamptz) * 1000)) filter (where a.data ? 'fence'), 0)
    from added a where a.kind <> 'held' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (project_id, kind, who_kind, who, from_who, list_id) do update
      set entries = t.entries + excluded.entries, milliseconds = t.milliseconds + excluded.milliseconds;
  end if;
  if tg_op <> 'INSERT' then
    delete from timeline_totals t using (select distinct g.project_id from gone g) g
    where t.project_id = g.project_id and t.entries <= 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger count_added after insert on timeline referencing new table as added
for each statement execute function count_timeline();
--> statement-breakpoint
create trigger count_changed after update on timeline referencing old table as gone new table as added
for each statement execute function count_timeline();
--> statement-breakpoint
create trigger count_gone after delete on timeline referencing old table as gone
for each statement execute function count_timeline();
--> statement-breakpoint
insert into timeline_totals (project_id, kind, who_kind, who, from_who, list_id, entries, milliseconds)
select t.project_id, t.kind, t.who_kind, t.who, coalesce(t.data ->> 'from', ''),
  coalesce(t.list_id, '00000000-0000-0000-0000-000000000000'), count(*),
  coalesce(sum(round(extract(epoch from t.at - (t.data ->> 'started_at')::timestamptz) * 1000)) filter (where t.data ? 'fence'), 0)
from timeline t where t.kind <> 'held' group by 1, 2, 3, 4, 5, 6;
