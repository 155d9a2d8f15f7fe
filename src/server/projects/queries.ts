import type pg from 'pg';
import { PROJECT_ACTIVITY_DAYS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectLane } from '#contract/project.ts';
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
export function listSummaries(pool: pg.Pool, userId: Id, now: Date): Promise<SummaryRow[]> {
  return selectSummaries(pool, userId, null, now);
}

export async function findSummary(
  pool: pg.Pool,
  userId: Id,
  projectId: Id,
  now: Date,
): Promise<SummaryRow | undefined> {
  const [row] = await selectSummaries(pool, userId, projectId, now);
  return row;
}

/** Named, so that the database plans it once per connection: planning would cost more than running it. */
async function selectSummaries(pool: pg.Pool, userId: Id, projectId: Id | null, now: Date): Promise<SummaryRow[]> {
  const values = [userId, projectId, now.toISOString()];
  const { rows } = await pool.query<SummaryRow>({ name: 'baton_project_summaries', text: SUMMARIES, values });
  return rows;
}

/** A task belongs to the lane of its root list: the list itself, or the one reached by climbing parent tasks. */
const LANES = `
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

const LAST = PROJECT_ACTIVITY_DAYS - 1;

const ACTIVITY = `
  select array_agg(coalesce(counted.n, 0) order by day.d) as days
  from generate_series(0, ${LAST}) as day(d)
  left join (
    select ${LAST} - (($3::timestamptz at time zone 'utc')::date - (e.created_at at time zone 'utc')::date) as d, count(*)::int as n
    from events e
    where e.scope = 'project:' || p.id
      and e.created_at >= date_trunc('day', $3::timestamptz, 'utc') - interval '${LAST} days'
    group by 1
  ) counted on counted.d = day.d`;

/** One project with its activity, without a look at its plan: for whoever reads that anyway. */
export async function findActivity(
  pool: pg.Pool,
  userId: Id,
  projectId: Id,
  now: Date,
): Promise<Omit<SummaryRow, 'lanes'> | undefined> {
  const values = [userId, projectId, now.toISOString()];
  const { rows } = await pool.query<SummaryRow>({ name: 'baton_project_activity', text: ONE_ACTIVITY, values });
  return rows[0];
}

const ONE_ACTIVITY = `
  select p.id, p.user_id, p.name, p.description, p.status, p.created_at, p.updated_at, p.deleted_at, spark.days as activity
  from projects p
  cross join lateral (${ACTIVITY}) spark
  where p.user_id = $1 and p.id = $2 and p.deleted_at is null`;

const SUMMARIES = `
  select p.id, p.user_id, p.name, p.description, p.status, p.created_at, p.updated_at, p.deleted_at,
    coalesce(lane.list, '[]'::json) as lanes, spark.days as activity
  from projects p
  left join lateral (${LANES}) lane on true
  cross join lateral (${ACTIVITY}) spark
  where p.user_id = $1 and ($2::uuid is null or p.id = $2) and p.deleted_at is null
  order by p.created_at desc, p.id desc`;
