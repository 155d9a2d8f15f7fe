import { and, eq, ne } from 'drizzle-orm';
import type { ErrorEntry, setErrorResolved as endpoint } from '#contract/admin-logs.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { audit, requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { errorGroups } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { presentError } from './present.ts';
import { findGroup, findPeople } from './queries.ts';

/** Resolves an error or reopens it. Idempotent: repeating it does not change who resolved it. */
export async function setErrorResolved(ctx: Context, input: InputOf<typeof endpoint>): Promise<ErrorEntry> {
  const { id, resolved } = input;
  const { userId } = requireUser(ctx);
  return change(ctx, async (tx) => {
    const [changed] = await tx
      .update(errorGroups)
      .set(
        resolved
          ? { resolved, resolvedBy: userId, resolvedAt: ctx.now() }
          : { resolved, resolvedBy: null, resolvedAt: null },
      )
      .where(and(eq(errorGroups.id, id), ne(errorGroups.resolved, resolved)))
      .returning();
    const group = changed ?? (await findGroup(tx, id));
    if (group === undefined) throw notFound('The error');
    if (changed !== undefined)
      await audit(ctx, tx, {
        action: resolved ? 'error.resolved' : 'error.reopened',
        subject: id,
        detail: { message: group.message },
      });
    return presentError(group, await findPeople(tx, [group.resolvedBy]));
  });
}
