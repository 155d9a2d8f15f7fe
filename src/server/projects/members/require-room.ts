import { and, count, eq, gt, lte } from 'drizzle-orm';
import { PEOPLE_MAX, PROJECT_INVITATIONS_MAX, SHARED_PROJECTS_MAX } from '#contract/constants.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectInvitations } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { countMembers, countShared } from './queries.ts';

/** Before another invitation. The caller has locked the project, so that the counts stay valid. */
export async function requireRoomForInvitation(tx: Tx, projectId: string, now: Date): Promise<void> {
  await requireRoomForPerson(tx, projectId);
  const isOf = eq(projectInvitations.projectId, projectId);
  await tx.delete(projectInvitations).where(and(isOf, lte(projectInvitations.expiresAt, now)));
  const [open] = await tx
    .select({ n: count() })
    .from(projectInvitations)
    .where(and(isOf, gt(projectInvitations.expiresAt, now)));
  if ((open?.n ?? 0) < PROJECT_INVITATIONS_MAX) return;
  throw new AppError(
    'CONFLICT',
    `${PROJECT_INVITATIONS_MAX} invitations to this project are open. Take back some that nobody will use.`,
  );
}

export async function requireRoomForPerson(tx: Tx, projectId: string): Promise<void> {
  if ((await countMembers(tx, projectId)) + 1 < PEOPLE_MAX) return;
  throw new AppError('CONFLICT', `This project has ${PEOPLE_MAX} people, which is as many as there may be.`);
}

export async function requireRoomForProject(tx: Tx, userId: string): Promise<void> {
  if ((await countShared(tx, userId)) < SHARED_PROJECTS_MAX) return;
  throw new AppError(
    'CONFLICT',
    `You take part in ${SHARED_PROJECTS_MAX} projects of others, which is as many as there may be. Leave one first.`,
  );
}
