ALTER TABLE "timeline" ADD COLUMN "is_undone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "timeline_totals" ADD COLUMN "undone" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "timeline_done" ON "timeline" ("task_id","at","id") WHERE "kind" in ('finished', 'skipped', 'marked_done', 'reopened');
--> statement-breakpoint
-- As before, with the entries that no sum counts, and the work of a silent agent up to its last call.
create or replace function count_timeline() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    with sums as (
      select g.project_id, g.kind, g.who_kind, g.who, coalesce(g.data ->> 'from', '') as from_who,
        coalesce(g.list_id, '00000000-0000-0000-0000-000000000000') as list_id, count(*) as n, count(*) filter (where g.is_undone) as undone,
        coalesce(sum(timeline_milliseconds(g.kind, g.at, g.data)), 0) as ms
      from gone g where g.kind <> 'held' group by 1, 2, 3, 4, 5, 6
    ), locked as (
      select t.project_id, t.kind, t.who_kind, t.who, t.from_who, t.list_id, s.n, s.undone, s.ms from timeline_totals t join sums s
        using (project_id, kind, who_kind, who, from_who, list_id)
      order by t.project_id, t.kind, t.who_kind, t.who, t.from_who, t.list_id for update of t
    )
    update timeline_totals t set entries = t.entries - l.n, undone = t.undone - l.undone, milliseconds = t.milliseconds - l.ms from locked l
    where (t.project_id, t.kind, t.who_kind, t.who, t.from_who, t.list_id)
      = (l.project_id, l.kind, l.who_kind, l.who, l.from_who, l.list_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into timeline_totals as t (project_id, kind, who_kind, who, from_who, list_id, entries, undone, milliseconds)
    select a.project_id, a.kind, a.who_kind, a.who, coalesce(a.data ->> 'from', ''),
      coalesce(a.list_id, '00000000-0000-0000-0000-000000000000'), count(*), count(*) filter (where a.is_undone),
      coalesce(sum(timeline_milliseconds(a.kind, a.at, a.data)), 0)
    from added a where a.kind <> 'held' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (project_id, kind, who_kind, who, from_who, list_id) do update
      set entries = t.entries + excluded.entries, undone = t.undone + excluded.undone, milliseconds = t.milliseconds + excluded.milliseconds;
  end if;
  if tg_op <> 'INSERT' then
    delete from timeline_totals t using (select distinct g.project_id from gone g) g
    where t.project_id = g.project_id and t.entries <= 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- How long the work took that an entry ends; null for all others.
create function timeline_milliseconds(kind text, at timestamptz, data jsonb) returns bigint language sql stable as $$
  select case when data ? 'fence' then round(extract(epoch from
    coalesce(case when kind = 'stopped' then (data ->> 'last_call_at')::timestamptz end, at) - (data ->> 'started_at')::timestamptz) * 1000)::bigint end
$$;
--> statement-breakpoint
-- Backfill without the triggers, which would count row by row what is counted anew below.
alter table timeline disable trigger count_changed;
--> statement-breakpoint
update timeline t set is_undone = true
where t.task_id is not null and t.kind in ('finished', 'skipped', 'marked_done') and exists (
  select from timeline e where e.task_id = t.task_id and e.kind in ('finished', 'skipped', 'marked_done', 'reopened') and (e.at, e.id) > (t.at, t.id));
--> statement-breakpoint
alter table timeline enable trigger count_changed;
--> statement-breakpoint
truncate timeline_totals;
--> statement-breakpoint
insert into timeline_totals (project_id, kind, who_kind, who, from_who, list_id, entries, undone, milliseconds)
select t.project_id, t.kind, t.who_kind, t.who, coalesce(t.data ->> 'from', ''),
  coalesce(t.list_id, '00000000-0000-0000-0000-000000000000'), count(*), count(*) filter (where t.is_undone),
  coalesce(sum(timeline_milliseconds(t.kind, t.at, t.data)), 0)
from timeline t where t.kind <> 'held' group by 1, 2, 3, 4, 5, 6;
