import { and, eq } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { isWritable, requireProject } from '#server/projects/index.ts';
import type { BatonRow } from '../baton/read-batons.ts';
import { readBatons } from '../baton/read-batons.ts';
import { presentBaton } from '../present.ts';
import { countBeat, leaseEnd } from '../rules.ts';
import type { OwnedRun } from './require-run.ts';

/** Leases with a larger remaining share are left as they are, as for every other holder. */
const FRESH = 0.8;

export interface Renewal {
  fence: number;
  /** How often it was heard since it was last counted: 0 renews a lease without counting a call. */
  calls: number;
}

export const isFresh = (expiresAt: Date, leaseMinutes: number, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() >= FRESH * leaseMinutes * 60_000;

/**
 * Renews batons of a run whose leases still run, and counts their holders' calls, under the project's lock. A lease that
 * is over is never renewed: somebody may rely on its end.
 */
export async function renewOfRun(
  ctx: Context,
  { run, project: { id } }: OwnedRun,
  wanted: readonly Renewal[],
): Promise<BatonRow[]> {
  if (wanted.length === 0) return [];
  return change(ctx, async (tx, emit) => {
    const project = await requireProject(ctx, id, { db: tx, lock: true });
    // In a read-only project leases are left to expire.
    if (!isWritable(project)) return [];
    const now = ctx.now();
    const held = (await readBatons(tx, { projectId: id })).filter(
      ({ runId, expiresAt }) => runId === run.id && expiresAt > now,
    );
    const written: BatonRow[] = [];
    for (const { fence, calls } of wanted) {
      const own = held.find((each) => each.fence === fence);
      if (own === undefined) continue;
      const isStale = !isFresh(own.expiresAt, project.leaseMinutes, now);
      if (!isStale && calls === 0) continue;
      const counted = {
        expiresAt: isStale ? leaseEnd(now, project.leaseMinutes) : own.expiresAt,
        ...(calls === 0
          ? {}
          : {
              lastCallAt: now,
              callCount: own.callCount + calls,
              beats: countBeat(own.beats, own.lastCallAt, now, calls),
            }),
      };
      await tx
        .update(batons)
        .set(counted)
        .where(and(eq(batons.taskId, own.taskId), eq(batons.fence, fence)));
      const row = { ...own, ...counted };
      emit(`project:${id}`, 'baton.renewed', presentBaton(row));
      written.push(row);
    }
    return written;
  });
}
