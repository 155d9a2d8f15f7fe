import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects } from '#server/platform/db/tables/index.ts';

/** The account's example project, if it has one that is not deleted. */
export async function findExample(tx: Tx, userId: Id): Promise<Id | undefined> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.isExample, true), isNull(projects.deletedAt)));
  return row?.id as Id | undefined;
}
