import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projects } from '#server/platform/db/tables/index.ts';

/** Its last access, which its history has set to a time in the past. */
export async function noteAccess(tx: Tx, projectId: Id, at: Date): Promise<void> {
  await tx.update(projects).set({ updatedAt: at }).where(eq(projects.id, projectId));
}

/** The account's example project, if it has one that is not deleted. */
export async function findExample(db: Database | Tx, userId: Id): Promise<Id | undefined> {
  const [row] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.isExample, true), isNull(projects.deletedAt)));
  return row?.id as Id | undefined;
}
