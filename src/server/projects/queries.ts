import { type SQL, sql } from 'drizzle-orm';
import { PROJECT_ACTIVITY_DAYS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectLane } from '#contract/project.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { projects } from '#server/platform/db/tables/index.ts';

export type ProjectRow = typeof projects.$inferSelect;

export interface SummaryRow {
  id: Id;
  user_id: Id;
  name: string;
  description: string | null;
  status: 'active' | 'archived';
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  lanes: ProjectLane[];
  activity: number[];
}

/** A user's live projects, newest first, each with its counts, in one statement. */
export function listSummaries(db: Database, userId: Id, now: Date): Promise<SummaryRow[]> {
  return selectSummaries(db, sql`p.user_id = ${userId}`, now);
}

export async function findSummary(db: Database, userId: Id, projectId: Id, now: Date): Promise<SummaryRow | undefined> {
  const [row] = await selectSummaries(db, sql`p.user_id = ${userId} and p.id = ${projectId}`, now);
  return row;
}

async function selectSummaries(db: Database, which: SQL, now: Date): Promise<SummaryRow[]> {
  const { rows } = await db.execute<SummaryRow & Record<string, unknown>>(sql`
    select p.id, p.user_id, p.name, p.description, p.status, p.created_at, p.updated_at, p.deleted_at,
      coalesce(lane.list, '[]'::json) as lanes, spark.days as activity
    from projects p
    left join lateral (${lanesOfProject}) lane on true
    cross join lateral (${activityOfProject(now)}) spark
    where ${which} and p.deleted_at is null
    order by p.created_at desc, p.id desc`);
  return rows;
}

/** A task belongs to the lane of its root list: the list itself, or the one reached by climbing parent tasks. */
const lanesOfProject = sql`
  with recursive live as (
    select l.id, l.id as root from task_lists l where l.project_id = p.id and l.parent_task_id is null and l.deleted_at is null
    union all
    select child.id, live.root
    from live
    join tasks t on t.task_list_id = live.id and t.deleted_at is null
    join task_lists child on child.parent_task_id = t.id and child.deleted_at is null
  )
  select json_agg(json_build_object('name', r.name, 'tasks', c.tasks, 'done', c.done, 'wip', c.wip) order by r.created_at, r.id) as list
  from (
    select live.root, count(t.id)::int as tasks,
      (count(t.id) filter (where t.status = 'done'))::int as done, (count(t.id) filter (where t.status = 'wip'))::int as wip
    from live left join tasks t on t.task_list_id = live.id and t.deleted_at is null
    group by live.root
  ) c join task_lists r on r.id = c.root`;

const activityOfProject = (now: Date) => sql`
  select array_agg(coalesce(counted.n, 0) order by day.d) as days
  from generate_series(0, ${PROJECT_ACTIVITY_DAYS - 1}::int) as day(d)
  left join (
    select ${PROJECT_ACTIVITY_DAYS - 1} - ((${now.toISOString()}::timestamptz at time zone 'utc')::date - (e.created_at at time zone 'utc')::date) as d, count(*)::int as n
    from events e
    where e.scope = 'project:' || p.id
      and e.created_at >= date_trunc('day', ${now.toISOString()}::timestamptz, 'utc') - make_interval(days => ${PROJECT_ACTIVITY_DAYS - 1})
    group by 1
  ) counted on counted.d = day.d`;
