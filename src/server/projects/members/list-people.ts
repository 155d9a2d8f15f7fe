import type { Id } from '#contract/fields.ts';
import type { ProjectPeople } from '#contract/people.ts';
import { findUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import type { SeenProject } from '../require-project.ts';
import { requireProject } from '../require-project.ts';
import { presentPeople } from './present.ts';
import { listMembers } from './queries.ts';

/** The people of a project, and who has left it. Only its owner is told their addresses. */
export async function listPeople(ctx: Context, { id }: { id: Id }): Promise<ProjectPeople> {
  return readPeople(ctx.db, await requireProject(ctx, id));
}

export async function readPeople(
  db: Database | Tx,
  project: Pick<SeenProject, 'id' | 'userId' | 'createdAt' | 'role'>,
): Promise<ProjectPeople> {
  const members = await listMembers(db, project.id);
  const user = await findUser(db, project.userId);
  if (user === undefined) throw new Error('a project without its owner');
  const owner = { ...user, userId: user.id, role: 'owner' as const, joinedAt: project.createdAt };
  return presentPeople(owner, members, { withEmail: project.role === 'owner' });
}
