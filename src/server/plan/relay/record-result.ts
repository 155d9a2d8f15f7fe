import { and, count, eq, sql } from 'drizzle-orm';
import { REASON_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Verification, WorkPlace } from '#contract/proof.ts';
import type { RunOutcome } from '#contract/run.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { type batons, projects, runResults, runs, tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import { cutText } from '../rules.ts';
import { liveRunsOf } from './live-runs.ts';
import { type ResultRow, presentResult, presentRun } from './present.ts';

/** How a try of a run on a task ends. What is not given is not known, or taken from what the runner said last. */
export interface RunEnding {
  outcome: RunOutcome;
  reason: string;
  try?: number;
  tries?: number;
  verification?: Verification | null | undefined;
  mergedInto?: string | undefined;
  work?: WorkPlace | null;
  seconds?: number;
  tokens?: number | null;
  costUsd?: number | null;
}

type Held = Pick<typeof batons.$inferSelect, 'taskId' | 'fence' | 'runId' | 'holder' | 'takenAt'>;

/**
 * Stores the result of a try and counts it on its run, in the transaction that ends it. Idempotent: undefined where it
 * was stored before, or where the run is gone.
 */
export async function recordResult(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { taskId, fence, runId, holder, takenAt }: Held,
  ending: RunEnding,
): Promise<ResultRow | undefined> {
  if (runId === null) return undefined;
  const [about] = await tx
    .select({ projectId: runs.projectId, number: tasks.number, title: tasks.title, tries: projects.verifyTries })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .innerJoin(tasks, and(eq(tasks.id, taskId), eq(tasks.projectId, runs.projectId)))
    .where(eq(runs.id, runId));
  // Runs are cleared after a while, and their last baton must not be stuck then.
  if (about === undefined) return undefined;
  const { outcome, verification, work = null } = ending;
  const now = ctx.now();
  const said = liveRunsOf(ctx.bus)
    .workersOf(runId as Id)
    .find(({ name, task_id }) => name === holder.name && task_id === taskId);
  const tried = ending.try ?? said?.try ?? (await countTries(tx, runId, taskId)) + 1;
  const [row] = await tx
    .insert(runResults)
    .values({
      id: newId(now.getTime()),
      runId,
      projectId: about.projectId,
      taskId,
      number: about.number,
      title: about.title,
      worker: holder.name,
      fence,
      try: tried,
      tries: Math.max(tried, ending.tries ?? said?.tries ?? about.tries),
      outcome,
      reason: cutText(ending.reason, REASON_MAX),
      isVerified: verification?.exit_code === 0,
      verifyCommand: verification?.command ?? null,
      mergedInto: ending.mergedInto ?? null,
      work,
      seconds: ending.seconds ?? Math.max(0, Math.round((now.getTime() - takenAt.getTime()) / 1_000)),
      tokens: ending.tokens ?? null,
      costUsd: ending.costUsd ?? null,
      at: now,
    })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) return undefined;
  const diff = outcome === 'done' ? work?.diff : undefined;
  const [run] = await tx
    .update(runs)
    .set({
      ...COUNTED[outcome],
      insertions: sql`${runs.insertions} + ${diff?.insertions ?? 0}`,
      deletions: sql`${runs.deletions} + ${diff?.deletions ?? 0}`,
      ...spend(row),
    })
    .where(eq(runs.id, runId))
    .returning();
  const scope = `project:${about.projectId}` as const;
  emit(scope, 'run.result', presentResult(row));
  if (run !== undefined) emit(scope, 'run.updated', presentRun(run));
  return row;
}

const isGivenBack = { givenBack: sql`${runs.givenBack} + 1` };
const isFailed = { failed: sql`${runs.failed} + 1` };
const COUNTED: Record<
  RunOutcome,
  Partial<Record<'done' | 'failed' | 'skipped' | 'givenBack', ReturnType<typeof sql>>>
> = {
  done: { done: sql`${runs.done} + 1` },
  tried_again: {},
  failed: isFailed,
  conflict: isFailed,
  skipped: { skipped: sql`${runs.skipped} + 1` },
  released: isGivenBack,
  asked: isGivenBack,
  blocked: isGivenBack,
  taken_away: isGivenBack,
};

/** What is not known adds nothing: the sum stays null until something is. */
export const spend = ({ tokens, costUsd }: Pick<ResultRow, 'tokens' | 'costUsd'>) => ({
  ...(tokens === null ? {} : { tokens: sql`coalesce(${runs.tokens}, 0) + ${tokens}` }),
  ...(costUsd === null ? {} : { costUsd: sql`coalesce(${runs.costUsd}, 0) + ${costUsd}` }),
});

async function countTries(tx: Tx, runId: string, taskId: string): Promise<number> {
  const [counted] = await tx
    .select({ tries: count() })
    .from(runResults)
    .where(and(eq(runResults.runId, runId), eq(runResults.taskId, taskId), eq(runResults.outcome, 'tried_again')));
  return counted?.tries ?? 0;
}
