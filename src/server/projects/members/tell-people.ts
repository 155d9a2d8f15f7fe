import { and, eq, isNull } from 'drizzle-orm';
import type { EventDataOf } from '#contract/events.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectMembers } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { ProjectRow } from '../queries.ts';

/** A change that shows in the list of projects, to everybody who has the project there. */
export async function tellPeople<T extends 'project.updated' | 'project.deleted'>(
  tx: Tx,
  emit: Emit,
  project: Pick<ProjectRow, 'id' | 'userId'>,
  type: T,
  data: EventDataOf<T>,
): Promise<void> {
  const members = await tx
    .select({ userId: projectMembers.userId })
    .from(projectMembers)
    .where(and(eq(projectMembers.projectId, project.id), isNull(projectMembers.leftAt)));
  for (const { userId } of [{ userId: project.userId }, ...members]) emit(`user:${userId}`, type, data);
}
