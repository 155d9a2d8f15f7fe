import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { batons, projects } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { presentBaton } from '../present.ts';

export interface Expired {
  batons: number;
  projects: number;
}

const BATCH = 200;
/**
 * A server's estimate of the database's clock may be ahead by half a round trip. A lease that ended by that estimate
 * alone could be finished for some milliseconds more, because finishing compares it with the database's own clock.
 */
const CLOCK_ERROR_MS = 1_000;

/**
 * Expires every running lease in all projects. The holders' writes are refused from then on, and the next claim takes
 * over with a handover. One transaction per project, so that no plan is locked while the others are handled.
 */
export async function expireBatons(ctx: Context): Promise<Expired> {
  requireAdministrator(ctx);
  const total: Expired = { batons: 0, projects: 0 };
  for (let after: Id | undefined; ;) {
    const found = await listHeld(ctx, after);
    for (const projectId of found) {
      const ended = await expireProject(ctx, projectId);
      total.batons += ended;
      total.projects += ended === 0 ? 0 : 1;
    }
    if (found.length < BATCH) return total;
    after = found.at(-1);
  }
}

async function listHeld(ctx: Context, after: Id | undefined): Promise<Id[]> {
  const running = gt(batons.expiresAt, ctx.now());
  const rows = await ctx.db
    .selectDistinct({ id: batons.projectId })
    .from(batons)
    .where(after === undefined ? running : and(running, gt(batons.projectId, after)))
    .orderBy(asc(batons.projectId))
    .limit(BATCH);
  return rows.map(({ id }) => id as Id);
}

/**
 * Under the project's lock: a concurrent renewal comes before, and is expired too, or after, and finds nothing to
 * renew.
 */
async function expireProject(ctx: Context, projectId: Id): Promise<number> {
  return change(ctx, async (tx, emit) => {
    await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('no key update');
    const now = ctx.now();
    const ended = await tx
      .update(batons)
      .set({
        expiresAt: sql`greatest(${batons.takenAt}, ${new Date(now.getTime() - CLOCK_ERROR_MS).toISOString()}::timestamptz)`,
      })
      .where(and(eq(batons.projectId, projectId), gt(batons.expiresAt, now)))
      .returning();
    for (const row of ended) emit(`project:${projectId}`, 'baton.renewed', presentBaton(row));
    return ended.length;
  });
}
