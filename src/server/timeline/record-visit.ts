import type { InputOf } from '#contract/endpoint.ts';
import type { markSeen as seeing, recordVisit as visiting } from '#contract/news.ts';
import type { Id } from '#contract/fields.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectVisits } from '#server/platform/db/tables/index.ts';
import { lookersOf, requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { SEE_ACCOUNT, SEE_PROJECT, VISIT_ACCOUNT, VISIT_PROJECT } from './visit-queries.ts';

/** A person looks at a page now: what happens before their eyes is seen, what happened before is news until it was shown. */
export async function recordVisit(ctx: TimelineContext, input: InputOf<typeof visiting>): Promise<null> {
  const { userId } = requireUser(ctx);
  const { pool } = ctx.database;
  if (input.project_id === undefined) await pool.query({ ...VISIT_ACCOUNT, values: [userId, ctx.now()] });
  else {
    const { id } = await requireProject(ctx, input.project_id);
    await ctx.catchUp(id);
    await pool.query({ ...VISIT_PROJECT, values: [userId, ctx.now(), id] });
    lookersOf(ctx.bus).tell(id, userId, true);
  }
  return null;
}

/** The visit of a person who has just added a project with a history. */
export async function insertFirstVisit(
  tx: Tx,
  { userId, projectId, at }: { userId: Id; projectId: Id; at: Date },
): Promise<void> {
  await tx.insert(projectVisits).values({ userId, projectId, hereAt: at, seenAt: at, beganAt: at, isSeen: true });
}

/** Everything up to a moment was shown. Idempotent, and never moves back. */
export async function markSeen(ctx: TimelineContext, input: InputOf<typeof seeing>): Promise<null> {
  const { userId } = requireUser(ctx);
  const { pool } = ctx.database;
  const now = ctx.now();
  // A page's clock may be ahead: nothing that has not happened yet counts as seen.
  const upTo = new Date(Math.min(Date.parse(input.up_to), now.getTime()));
  if (input.project_id === undefined) await pool.query({ ...SEE_ACCOUNT, values: [userId, now, upTo] });
  else {
    const { id } = await requireProject(ctx, input.project_id);
    await ctx.catchUp(id);
    await pool.query({ ...SEE_PROJECT, values: [userId, now, id, upTo] });
  }
  return null;
}
