import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { GivenRole } from '#contract/people.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projectMembers } from '#server/platform/db/tables/index.ts';

/** What somebody who is not the owner may do in a project; undefined for everybody else. */
export async function findRole(db: Database | Tx, projectId: string, userId: Id): Promise<GivenRole | undefined> {
  const [row] = await db
    .select({ role: projectMembers.role })
    .from(projectMembers)
    .where(
      and(eq(projectMembers.projectId, projectId), eq(projectMembers.userId, userId), isNull(projectMembers.leftAt)),
    );
  return row?.role;
}
