import { and, eq, gt } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { type OwnedProject, isWritable, requireProject } from '#server/projects/index.ts';
import { presentBaton } from '../present.ts';
import { countBeat } from '../rules.ts';
import { callerOf, findOwn } from './caller.ts';
import { type BatonRow, readBatons } from './read-batons.ts';
import { renewRow } from './take-baton.ts';

/** While more of a lease than this is left it is not renewed: that would hold the plan for every call. */
const FRESH = 0.8;

/**
 * The caller has been heard of: its calls are counted on what it holds, and a lease that is no longer fresh runs anew. Where
 * several agents of one program hold batons under names of their own, it cannot be told which of them called, and none is
 * renewed.
 */
export async function renewHeld(ctx: Context, projectId: Id, calls: number): Promise<void> {
  const project = await requireProject(ctx, projectId);
  // In a project that can only be read the lease runs out.
  if (!isWritable(project)) return;
  const caller = callerOf(ctx);
  const own = findOwn(await ctx.db.select().from(batons).where(eq(batons.projectId, project.id)), caller);
  // What has run out is not brought back: somebody may have counted on it.
  if (own === undefined || own.expiresAt <= ctx.now()) return;
  const left = own.expiresAt.getTime() - ctx.now().getTime();
  if (left >= FRESH * project.leaseMinutes * 60_000) await countCalls(ctx, project, own, calls);
  else await renew(ctx, project, calls);
}

/** The row alone is held, so that nobody waits; who takes the baton away is told of after this, or before and for good. */
async function countCalls(ctx: Context, { id }: OwnedProject, own: BatonRow, calls: number): Promise<void> {
  if (calls === 0) return;
  const now = ctx.now();
  const isIt = and(eq(batons.taskId, own.taskId), eq(batons.fence, own.fence), gt(batons.expiresAt, now));
  await change(ctx, async (tx, emit) => {
    const [held] = await tx.select().from(batons).where(isIt).for('no key update');
    if (held === undefined) return;
    const beats = countBeat(held.beats, held.lastCallAt, now, calls);
    const counted = { lastCallAt: now, callCount: held.callCount + calls, beats };
    await tx.update(batons).set(counted).where(isIt);
    emit(`project:${id}`, 'baton.renewed', presentBaton({ ...held, ...counted }));
  });
}

/** With the project held: of a renewal and an end of the lease, one comes before the other. */
async function renew(ctx: Context, { id }: OwnedProject, calls: number): Promise<void> {
  const caller = callerOf(ctx);
  await change(ctx, async (tx, emit) => {
    const project = await requireProject(ctx, id, { db: tx, lock: true });
    if (!isWritable(project)) return;
    const own = findOwn(await readBatons(tx, { projectId: id }), caller);
    if (own === undefined || own.expiresAt <= ctx.now()) return;
    emit(`project:${id}`, 'baton.renewed', await renewRow(tx, own, ctx.now(), project.leaseMinutes, calls));
  });
}
