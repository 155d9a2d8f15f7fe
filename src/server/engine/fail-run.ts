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

/** Ends a run that came to nothing: what was counted for it is given back, and why it failed stays among the notes. */
export async function failRun(ctx: Context, run: RunRow, error: unknown, spent: TokenUsage | null): Promise<void> {
  const failure = explainFailure(error).shown;
  const wasRunning = await change(ctx, (tx) => closeRun(ctx, tx, run, failure, spent));
  if (!wasRunning || run.kind !== 'plan') return;
  await tellGeneration(ctx, run.projectId as Id, {
    what: 'failed',
    data: { session_id: run.sessionId, error: failure.message },
  });
}

/** Whoever closes it first gives back; the other finds it closed. */
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

/** Wakes whoever waits for the run's answer, in whichever process; for certain and rarely, so in the transaction itself. */
export async function tellEnded(tx: Tx, runId: string): Promise<void> {
  await connectionOf(tx).query({
    name: 'baton_tell_run',
    text: 'select pg_notify($1, $2)',
    values: notifyValues('generation', runId),
  });
}

/** The same within a change that the end of a run stands in the way of. */
export async function failOrphan(ctx: Context, tx: Tx, emit: Emit, run: RunRow): Promise<void> {
  const failure = interrupted();
  if (!(await closeRun(ctx, tx, run, failure, null))) return;
  const inner = { ...ctx, within: { tx, emit, hasCheckpoint: false } };
  const data = { session_id: run.sessionId, error: failure.message };
  await tellGeneration(inner, run.projectId as Id, { what: 'failed', data });
}

/** Ends what a server left behind that is no longer there. */
export async function sweepRuns(ctx: Context): Promise<void> {
  const last = new Date(ctx.now().getTime() - RUN_STALE_MS);
  const left = await ctx.db
    .select()
    .from(generationRuns)
    .where(and(eq(generationRuns.status, 'running'), lt(generationRuns.heartbeatAt, last)))
    .limit(100);
  for (const run of left)
    await failRun(ownerContext(ctx, run), run, interrupted(), null).catch((error: unknown) =>
      // A project that was deleted meanwhile has nobody to tell, and keeps no other run from being ended.
      ctx.log.warn({ err: error, run: run.id }, 'the end of a run could not be told'),
    );
}

/** Told in the name of the server itself, about a project of whoever began it. */
function ownerContext(ctx: Context, run: RunRow): Context {
  return {
    ...systemContext(ctx, ctx.requestId),
    actor: { kind: 'agent', userId: run.userId as Id, projectId: null, name: 'Baton' },
  };
}
