import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Obeyed, beatRun as endpoint } from '#contract/run-work.ts';
import type { Context } from '#server/platform/context.ts';
import { batons, projects, readyTasks, runResults, runs } from '#server/platform/db/tables/index.ts';
import { proveRole, requireEditor } from '#server/projects/index.ts';
import { LEASE_OVER } from '../baton/take-baton.ts';
import { countMoves, forgetMoves } from './count-moves.ts';
import { liveRunsOf } from './live-runs.ts';
import { stripControls } from './pack-message.ts';
import { isFresh, renewOfRun } from './renew-of-run.ts';
import type { OwnedRun } from './require-run.ts';

type Input = InputOf<typeof endpoint>;
type Worker = Input['workers'][number];
interface HeldFence {
  fence: number;
  expires_at: string;
}

/** How often a beat is written down; others cost one small read. */
const WRITTEN_EVERY_MS = 10_000;

/**
 * A runner says what its agents are doing. It is told to the followers of the project and not stored; what was asked of
 * the run, and which batons are not its any more, is answered.
 */
export async function beatRun(ctx: Context, input: Input): Promise<Obeyed> {
  const { held, is_ready, ...owned } = await readForBeat(ctx, input.id);
  const { run } = owned;
  const now = ctx.now();
  if (run.endedAt === null) tellWorkers(ctx, owned, input.workers);
  const isHeld = ({ fence }: Worker) =>
    held.some((each) => each.fence === fence && Date.parse(each.expires_at) > now.getTime());
  const gone = input.workers.filter((worker) => worker.fence !== null && !isHeld(worker));
  if (run.endedAt === null) await writeBeat(ctx, owned, held, input.workers.filter(isHeld));
  const lost = gone.length === 0 ? [] : await explainLost(ctx, run.id, gone, held);
  return { is_paused: run.isPaused, stop: run.endedAt === null ? run.stop : 'stop', is_ready, lost };
}

async function readForBeat(ctx: Context, id: Id): Promise<OwnedRun & { held: HeldFence[]; is_ready: boolean }> {
  const [row] = await ctx.db
    .select({
      run: runs,
      project: projects,
      held: sql<
        HeldFence[]
      >`(select coalesce(json_agg(json_build_object('fence', b.fence, 'expires_at', b.expires_at)), '[]')
        from ${batons} b where b.project_id = ${runs.projectId} and b.run_id = ${runs.id})`,
      // A claim reopens tasks whose leases are over.
      isReady: sql<boolean>`exists (select from ${batons} b where b.project_id = ${runs.projectId} and b.expires_at <= ${ctx.now()})
        or (exists (select from ${readyTasks} r where r.project_id = ${runs.projectId})
          and (select count(*) from ${batons} b where b.project_id = ${runs.projectId}) < ${projects.batonSlots})`,
    })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(eq(runs.id, id));
  const project = await proveRole(ctx, ctx.db, row?.project, 'The run');
  requireEditor(project);
  if (row === undefined) throw new Error('a project without its run');
  return { run: { ...row.run, id, projectId: project.id }, project, held: row.held, is_ready: row.isReady };
}

function tellWorkers(ctx: Context, { run }: OwnedRun, workers: readonly Worker[]): void {
  const live = liveRunsOf(ctx.bus);
  const about = { project: run.projectId, run: run.id, at: ctx.now().toISOString() };
  if (workers.length === 0) live.tell({ ...about, worker: null, has_moved: false, lines: null });
  for (const worker of workers) {
    const { lines, moves } = worker;
    live.tell({
      ...about,
      worker: {
        name: worker.name,
        client: worker.client,
        state: worker.state,
        since: worker.since,
        task_id: worker.task_id,
        number: worker.number,
        title: worker.title,
        task_since: worker.task_since,
        try: worker.try,
        tries: worker.tries,
        branch: worker.branch,
        worktree: worker.worktree,
        note: stripControls(worker.note),
      },
      has_moved: moves > 0,
      lines: lines && { from: lines.from, text: stripControls(lines.text) },
    });
  }
}

/** At most every ten seconds: the run's last beat, and its holders' calls and leases where there is something to write. */
async function writeBeat(
  ctx: Context,
  owned: OwnedRun,
  held: readonly HeldFence[],
  holders: readonly Worker[],
): Promise<void> {
  const { run, project } = owned;
  const now = ctx.now();
  const moved = holders.filter(({ moves }) => moves > 0).flatMap(({ fence }) => fence ?? []);
  const heard = countMoves(ctx.bus, run.id, moved);
  if (now.getTime() - run.lastBeatAt.getTime() < WRITTEN_EVERY_MS) return;
  const due = new Date(now.getTime() - WRITTEN_EVERY_MS);
  const isIt = and(eq(runs.id, run.id), isNull(runs.endedAt), lt(runs.lastBeatAt, new Date(due.getTime() + 1)));
  const { rowCount } = await ctx.db.update(runs).set({ lastBeatAt: now }).where(isIt);
  // Another beat of the same moment has written.
  if (rowCount === 0) return;
  forgetMoves(ctx.bus, run.id);
  const renewals = holders.flatMap(({ fence }) => {
    const own = held.find((each) => each.fence === fence);
    if (own === undefined) return [];
    const calls = heard.has(own.fence) ? 1 : 0;
    const isDue = calls > 0 || !isFresh(new Date(own.expires_at), project.leaseMinutes, now);
    return isDue ? [{ fence: own.fence, calls }] : [];
  });
  await renewOfRun(ctx, owned, renewals);
}

/** A baton that its agent or the runner itself handed back is not lost. */
const ENDED_BY_ITSELF = new Set(['done', 'failed', 'conflict', 'released', 'skipped', 'asked', 'blocked']);

async function explainLost(
  ctx: Context,
  runId: Id,
  gone: readonly Worker[],
  held: readonly HeldFence[],
): Promise<Obeyed['lost']> {
  const fences = gone.map(({ fence }) => fence ?? 0);
  const ends = await ctx.db
    .select({ fence: runResults.fence, outcome: runResults.outcome, reason: runResults.reason })
    .from(runResults)
    .where(and(eq(runResults.runId, runId), sql`${runResults.fence} = any (${sql.param(fences)}::bigint[])`));
  return gone.flatMap(({ fence, number }) => {
    const end = ends.find((each) => each.fence === fence && each.outcome !== 'tried_again');
    if (number === null || (end !== undefined && ENDED_BY_ITSELF.has(end.outcome))) return [];
    const reason =
      end?.reason ?? (held.some((each) => each.fence === fence) ? LEASE_OVER : 'Nobody holds the task now.');
    return [{ number, reason }];
  });
}
