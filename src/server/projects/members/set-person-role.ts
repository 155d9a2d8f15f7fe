import { and, eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { ProjectPeople, setPersonRole as endpoint } from '#contract/people.ts';
import { changeAccounts } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { projectMembers } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { presentProject } from '../present.ts';
import { requireOwner, requireProject } from '../require-project.ts';
import { readPeople } from './list-people.ts';
import { presentPerson } from './present.ts';
import { findMember } from './queries.ts';
import { ownerStays } from './remove-person.ts';

/** Gives somebody another role; what they may do changes at once, on every server. */
export async function setPersonRole(ctx: Context, input: InputOf<typeof endpoint>): Promise<ProjectPeople> {
  return changeAccounts(ctx, [input.userId], async (tx, emit) => {
    const project = requireOwner(await requireProject(ctx, input.id, { db: tx, lock: true }));
    if (input.userId === project.userId) throw ownerStays();
    const member = await findMember(tx, project.id, input.userId);
    if (member === undefined) throw notFound('The person');
    const { role } = input;
    if (member.role !== role) {
      const isTheirs = and(eq(projectMembers.projectId, project.id), eq(projectMembers.userId, member.userId));
      await tx.update(projectMembers).set({ role }).where(isTheirs);
      emit(`project:${project.id}`, 'person.changed', presentPerson({ ...member, role }, { withEmail: false }));
      emit(`user:${member.userId}`, 'project.shared', { ...presentProject(project), role });
    }
    return readPeople(tx, project);
  });
}
