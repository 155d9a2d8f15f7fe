import type { InputOf } from '#contract/endpoint.ts';
import type { removePerson as endpoint } from '#contract/people.ts';
import { changeAccounts, disconnectApps, requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { requireOwner, requireProject } from '../require-project.ts';
import { presentPerson } from './present.ts';
import { endMembership, findMember } from './queries.ts';

/**
 * Removes somebody, or lets the caller leave. Their open streams end, their agents and apps are refused, at once and on
 * every server; what they did stays, with their name.
 */
export async function removePerson(ctx: Context, input: InputOf<typeof endpoint>): Promise<null> {
  const caller = requireUser(ctx).userId;
  return changeAccounts(ctx, [input.userId], async (tx, emit) => {
    const project = await requireProject(ctx, input.id, { db: tx, lock: true });
    if (input.userId !== caller) requireOwner(project);
    if (input.userId === project.userId) throw ownerStays();
    const member = await findMember(tx, project.id, input.userId);
    if (member === undefined) throw notFound('The person');
    await endMembership(tx, project.id, member.userId, ctx.now());
    await disconnectApps(tx, { userId: input.userId, projectId: project.id });
    emit(`project:${project.id}`, 'person.left', presentPerson(member, { withEmail: false }));
    emit(`user:${member.userId}`, 'project.unshared', { id: project.id, name: project.name });
    return null;
  });
}

export const ownerStays = () =>
  new AppError('CONFLICT', 'A project has an owner. Hand it over first, to one of its editors.');
