import { and, eq, lt } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { giveBackUsage } from '#server/billing/index.ts';
import { tellGeneration } from '#server/plan/index.ts';
import { notifyValues } from '#server/platform/bus.ts';
import { type Context, systemContext } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import type { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import type { TokenUsage } from './planner.ts';
import type { RunRow } from './queries.ts';
import { RUN_STALE_MS, interrupted } from './rules.ts';

/** Ends a failed run: refunds its usage, and stores the reason as a note. */
export async function failRun(ctx: Context, run: RunRow, error: unknown, spent: TokenUsage | null): Promise<void> {
  const failure = explainFailure(error).shown;
  const wasRunning = await change(ctx, (tx) => closeRun(ctx, tx, run, failure, spent));
  if (!wasRunning || run.kind !== 'plan') return;
  await tellGeneration(ctx, run.projectId as Id, {
    what: 'failed',
    data: { session_id: run.sessionId, error: failure.message },
  });
}

/** Conditional on the status, so that only one of two concurrent callers refunds. */
async function closeRun(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  failure: AppError,
  spent: TokenUsage | null,
): Promise<boolean> {
  const [closed] = await tx
    .update(generationRuns)
    .set({
      status: 'failed',
      error: failure.message,
      errorType: failure.type,
      errorCode: failure.detail.code ?? null,
      finishedAt: ctx.now(),
      ...spent,
    })
    .where(and(eq(generationRuns.id, run.id), eq(generationRuns.status, 'running')))
    .returning({ reserved: generationRuns.reserved });
  if (closed === undefined) return false;
  if (closed.reserved !== null) await giveBackUsage(tx, run.userId as Id, closed.reserved);
  await tellEnded(tx, run.id);
  return true;
}

/** Notifies processes that wait for the run; rare and important, so NOTIFY inside the transaction. */
export async function tellEnded(tx: Tx, runId: string): Promise<void> {
  await connectionOf(tx).query({
    name: 'baton_tell_run',
    text: 'select pg_notify($1, $2)',
    values: notifyValues('generation', runId),
  });
}

/** The same inside another change that the dead run blocks. */
export async function failOrphan(ctx: Context, tx: Tx, emit: Emit, run: RunRow): Promise<void> {
  const failure = interrupted();
  if (!(await closeRun(ctx, tx, run, failure, null))) return;
  const inner = { ...ctx, within: { tx, emit, hasCheckpoint: false } };
  const data = { session_id: run.sessionId, error: failure.message };
  await tellGeneration(inner, run.projectId as Id, { what: 'failed', data });
}

/** Ends runs without a heartbeat, whose server died. */
export async function sweepRuns(ctx: Context): Promise<void> {
  const last = new Date(ctx.now().getTime() - RUN_STALE_MS);
  const left = await ctx.db
    .select()
    .from(generationRuns)
    .where(and(eq(generationRuns.status, 'running'), lt(generationRuns.heartbeatAt, last)))
    .limit(100);
  for (const run of left)
    await failRun(ownerContext(ctx, run), run, interrupted(), null).catch((error: unknown) =>
      // In a deleted project nobody is notified; the other runs must still be ended.
      ctx.log.warn({ err: error, run: run.id }, 'the end of a run could not be told'),
    );
}

/** The system as the actor, with the run's owner. */
function ownerContext(ctx: Context, run: RunRow): Context {
  return {
    ...systemContext(ctx, ctx.requestId),
    actor: { kind: 'agent', userId: run.userId as Id, projectId: null, name: 'Baton' },
  };
}
