import { and, eq, isNull, lte } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { endRun as endpoint } from '#contract/run-work.ts';
import type { Run, RunEnd } from '#contract/run.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects, runs } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { change } from '#server/platform/feed.ts';
import { callerOf } from '../baton/caller.ts';
import { loseBaton } from '../baton/lose-baton.ts';
import { readBatons } from '../baton/read-batons.ts';
import { LEASE_OVER } from '../baton/take-baton.ts';
import { presentRun } from './present.ts';
import { requireRun } from './require-run.ts';

/** The runner has ended. What it still holds is put back; a run that has ended is answered as it is. */
export async function endRun(ctx: Context, input: InputOf<typeof endpoint>): Promise<Run> {
  const { run } = await requireRun(ctx, input.id);
  return change(ctx, async (tx, emit) => {
    await closeRun(ctx, tx, emit, { id: run.id, projectId: run.projectId, end: input.end });
    return presentRun((await requireRun(ctx, input.id, tx)).run);
  });
}

interface Closing {
  id: Id;
  projectId: Id;
  end: RunEnd;
  /** Only if it was not heard of since. */
  heardBefore?: Date;
}

/** Ends a run once, under the project's lock: its batons first, so that the event has their results. */
export async function closeRun(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { id, projectId, end, heardBefore }: Closing,
): Promise<void> {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('no key update');
  const [open] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.id, id),
        isNull(runs.endedAt),
        heardBefore === undefined ? undefined : lte(runs.lastBeatAt, heardBefore),
      ),
    )
    // A beat that comes meanwhile waits, and finds the run ended.
    .for('no key update');
  if (open === undefined) return;
  const now = ctx.now();
  for (const held of await readBatons(tx, { projectId })) {
    if (held.runId !== id) continue;
    const isOver = held.expiresAt <= now;
    const why = isOver ? LEASE_OVER : 'The run ended.';
    const ending = { outcome: isOver ? ('taken_away' as const) : ('released' as const), reason: why };
    await loseBaton(ctx, tx, emit, held, { why, by: callerOf(ctx), reopen: true, ending });
  }
  const [row] = await tx.update(runs).set({ endedAt: now, end }).where(eq(runs.id, id)).returning();
  if (row !== undefined) emit(`project:${projectId}`, 'run.ended', presentRun(row));
}
