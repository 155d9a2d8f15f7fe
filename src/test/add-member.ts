import type { Id } from '#contract/fields.ts';
import type { GivenRole } from '#contract/people.ts';
import { projectMembers } from '#server/platform/db/tables/index.ts';
import { type TestUser, addUser } from './builders.ts';
import type { TestServices } from './harness.ts';

/** Somebody with a role in a project of another person. */
export async function addMember(
  services: TestServices,
  projectId: Id,
  role: GivenRole,
  user?: TestUser,
): Promise<TestUser> {
  const member = user ?? (await addUser(services));
  await services.db.insert(projectMembers).values({ projectId, userId: member.id, role, joinedAt: services.now() });
  return member;
}
