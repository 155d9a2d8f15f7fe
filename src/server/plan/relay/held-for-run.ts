import { and, desc, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { runResults } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { fenceOf, matchesToken } from '../baton/baton-token.ts';
import type { HeldRow } from '../baton/read-batons.ts';
import { requireHeld } from '../baton/require-held.ts';
import type { OwnedTask } from '../require-task.ts';
import type { ResultRow } from './present.ts';

interface Held {
  id: Id;
  task_id: Id;
  baton: string;
}

/** The baton of the run on this task, proven by its token and with a running lease; otherwise STALE_LOCK. */
export function requireHeldForRun(ctx: Context, owned: OwnedTask, { id, baton }: Held): HeldRow {
  const held = requireHeld(ctx, owned, baton);
  if (held.runId === id) return held;
  throw new AppError('STALE_LOCK', `The baton for T${owned.task.number} is not of this run. Nothing was changed.`);
}

export const isHeldBy = (held: { runId: string | null; tokenHash: string; expiresAt: Date }, by: Held, now: Date) =>
  held.runId === by.id && held.expiresAt > now && matchesToken(by.baton, held.tokenHash);

/** What ended the work under this baton; undefined while it goes on. A try that goes on is no end. */
export async function findEnd(db: Database | Tx, { id, task_id, baton }: Held): Promise<ResultRow | undefined> {
  const rows = await db
    .select()
    .from(runResults)
    .where(and(eq(runResults.runId, id), eq(runResults.taskId, task_id), eq(runResults.fence, fenceOf(baton))))
    .orderBy(desc(runResults.id));
  return rows.find(({ outcome }) => outcome !== 'tried_again');
}
