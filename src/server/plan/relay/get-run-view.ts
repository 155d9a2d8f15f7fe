import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { getRunView as endpoint } from '#contract/relay.ts';
import type { Context } from '#server/platform/context.ts';
import { runResults, runs } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { liveRunsOf } from './live-runs.ts';
import { type RunRow, presentResult, presentRun } from './present.ts';
import { IN_SCOPE, IS_THERE, SCOPE, requireThere, scopeValues } from './scope.ts';

type View = AnswerOf<typeof endpoint>;

const RESULTS_SHOWN = 20;
const QUEUE_SHOWN = 5;
/** A run has at least one baton, so that no more can be at work. */
const RUNS_SHOWN = 16;

/** The runs at work, or the last one, with their agents, what comes next and the newest results. */
export async function getRunView(ctx: Context, { id, only }: InputOf<typeof endpoint>): Promise<View> {
  const project = await requireProject(ctx, id);
  const found = await findRuns(ctx, project.id);
  const ofRuns = inArray(
    runResults.runId,
    found.map((run) => run.id),
  );
  const live = liveRunsOf(ctx.bus);
  const [results, counted, queued] = await Promise.all([
    found.length === 0
      ? []
      : ctx.db.select().from(runResults).where(ofRuns).orderBy(desc(runResults.id)).limit(RESULTS_SHOWN),
    found.length === 0 ? [] : ctx.db.select({ total: count() }).from(runResults).where(ofRuns),
    readQueue(
      ctx,
      project.id,
      found.map((run) => run.id as Id),
      only,
    ),
  ]);
  return {
    runs: found.map((run) => ({ run: presentRun(run), workers: live.workersOf(run.id as Id) })),
    queue: queued.queue,
    ready: queued.ready,
    results: results.map(presentResult),
    results_total: counted[0]?.total ?? 0,
  };
}

async function findRuns(ctx: Context, projectId: Id): Promise<RunRow[]> {
  const isOf = eq(runs.projectId, projectId);
  const atWork = await ctx.db
    .select()
    .from(runs)
    .where(and(isOf, isNull(runs.endedAt)))
    .orderBy(runs.id)
    .limit(RUNS_SHOWN);
  if (atWork.length > 0) return atWork;
  // A run that found nothing to do does not take the results of the one before away.
  const hasResults = sql`(${runs.done} + ${runs.failed} + ${runs.skipped} + ${runs.givenBack} > 0)`;
  return ctx.db.select().from(runs).where(isOf).orderBy(desc(hasResults), desc(runs.id)).limit(1);
}

type Queue = Pick<View, 'queue' | 'ready'>;

async function readQueue(ctx: Context, projectId: Id, runIds: Id[], only: string | undefined): Promise<Queue> {
  const { rows } = await ctx.database.pool.query<Queue & { is_there: boolean }>({
    name: 'relay_queue',
    text: QUEUE,
    values: [projectId, ...scopeValues(only), runIds, QUEUE_SHOWN],
  });
  const [row] = rows;
  requireThere(only, row?.is_there);
  return row ?? { queue: [], ready: 0 };
}

/** First what is ready, in the order of claims, then what waits for tasks at work. */
const QUEUE = `
  with recursive ${SCOPE}, next as (
    select q.* from (
      (select t.id, t.number, t.title, '{}'::int[] as waits_for, 0 as rank, r.place, t.number as of_number
        from ready_tasks r join tasks t on t.id = r.task_id where r.project_id = $1 and ${IN_SCOPE}
        order by r.place limit $5)
      union all
      (select t.id, t.number, t.title, array_agg(a.number order by a.number), 1, null, t.number
        from batons b join task_dependencies held on held.depends_on_id = b.task_id
          join tasks t on t.id = held.task_id and t.deleted_at is null and t.status = 'open'
          join task_dependencies d on d.task_id = t.id
          join tasks a on a.id = d.depends_on_id and a.deleted_at is null and a.status <> 'done'
        where b.project_id = $1 and ${IN_SCOPE} group by t.id order by t.number limit $5)
    ) q order by q.rank, q.place, q.of_number limit $5
  )
  select ${IS_THERE} as is_there,
    case when $2::text is null then (select count(*)::int from ready_tasks r where r.project_id = $1)
      else (select count(*)::int from ready_tasks r join tasks t on t.id = r.task_id where r.project_id = $1 and ${IN_SCOPE})
    end as ready,
    (select coalesce(json_agg(json_build_object('id', n.id, 'number', n.number, 'title', n.title, 'waits_for', n.waits_for,
        'try', 1 + (select count(*) from run_results x where x.task_id = n.id and x.run_id = any ($4::uuid[]) and x.outcome = 'tried_again'))
      order by n.rank, n.place, n.of_number), '[]') from next n) as queue`;
