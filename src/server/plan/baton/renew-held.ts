import { and, eq, gt } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { type SeenProject, isWritable, requireProject } from '#server/projects/index.ts';
import { presentBaton } from '../present.ts';
import { countBeat } from '../rules.ts';
import { callerOf, findOwn } from './caller.ts';
import { type BatonRow, readBatons } from './read-batons.ts';
import { renewRow } from './take-baton.ts';

/**
 * Leases with a larger remaining share are not renewed: renewing takes the project's lock, which every call would then
 * need.
 */
const FRESH = 0.8;

/**
 * Counts the caller's calls on its baton and renews a lease that is no longer fresh. Where several named agents of one
 * program hold batons it is unknown which of them called, and none is renewed.
 */
export async function renewHeld(ctx: Context, projectId: Id, calls: number): Promise<void> {
  const project = await requireProject(ctx, projectId);
  // In a read-only project, and of somebody who may only look by now, leases are left to expire.
  if (!isWritable(project) || project.role === 'viewer') return;
  const caller = callerOf(ctx);
  const own = findOwn(await ctx.db.select().from(batons).where(eq(batons.projectId, project.id)), caller);
  // An expired lease is never renewed: another agent may rely on it having ended.
  if (own === undefined || own.expiresAt <= ctx.now()) return;
  const left = own.expiresAt.getTime() - ctx.now().getTime();
  if (left >= FRESH * project.leaseMinutes * 60_000) await countCalls(ctx, project, own, calls);
  else await renew(ctx, project, calls);
}

/**
 * Locks the baton's row only, so that nobody waits for the project; a concurrent takeover is ordered before or after it
 * by that row lock.
 */
async function countCalls(ctx: Context, { id }: SeenProject, own: BatonRow, calls: number): Promise<void> {
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

/** Under the project's lock, which orders a renewal and the end of the lease. */
async function renew(ctx: Context, { id }: SeenProject, calls: number): Promise<void> {
  const caller = callerOf(ctx);
  await change(ctx, async (tx, emit) => {
    const project = await requireProject(ctx, id, { db: tx, lock: true });
    if (!isWritable(project)) return;
    const own = findOwn(await readBatons(tx, { projectId: id }), caller);
    if (own === undefined || own.expiresAt <= ctx.now()) return;
    emit(`project:${id}`, 'baton.renewed', await renewRow(tx, own, ctx.now(), project.leaseMinutes, calls));
  });
}
