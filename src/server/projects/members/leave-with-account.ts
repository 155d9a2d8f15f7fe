import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectMembers, projects, users } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { presentPerson } from './present.ts';

/**
 * Before an account is deleted, and its projects with it: tells the people of these, and those of the projects it took part
 * in. Returns whose access ends.
 */
export async function leaveWithAccount(tx: Tx, emit: Emit, userId: Id): Promise<string[]> {
  const others = await tx
    .select({ userId: projectMembers.userId, id: projects.id, name: projects.name })
    .from(projectMembers)
    .innerJoin(projects, eq(projects.id, projectMembers.projectId))
    .where(and(eq(projects.userId, userId), isNull(projects.deletedAt), isNull(projectMembers.leftAt)));
  for (const { id, name, userId: member } of others) emit(`user:${member}`, 'project.unshared', { id: id as Id, name });
  const own = await tx
    .select({ member: projectMembers, name: users.name, email: users.email })
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.userId))
    .innerJoin(projects, eq(projects.id, projectMembers.projectId))
    .where(and(eq(projectMembers.userId, userId), isNull(projects.deletedAt), isNull(projectMembers.leftAt)));
  for (const { member, ...named } of own)
    emit(`project:${member.projectId}`, 'person.left', presentPerson({ ...member, ...named }, { withEmail: false }));
  return [...new Set(others.map(({ userId: member }) => member))];
}
