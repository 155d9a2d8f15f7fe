import { and, eq } from 'drizzle-orm';
import { displayNameOf } from '#contract/display-name.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { ProjectPeople, handOverProject as endpoint } from '#contract/people.ts';
import { changeAccounts, findUser, requireUser } from '#server/auth/index.ts';
import { lockAccount } from '#server/billing/index.ts';
import { notifySql, notifyValues } from '#server/platform/bus.ts';
import type { Context } from '#server/platform/context.ts';
import { connectionOf } from '#server/platform/db/client.ts';
import { projectInvitations, projectMembers, projects } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { presentProject } from '../present.ts';
import { requireOwner, requireProject } from '../require-project.ts';
import { settlePlaces } from '../settle-places.ts';
import { OWNER_TOPIC } from './known-roles.ts';
import { readPeople } from './list-people.ts';
import { presentPerson } from './present.ts';
import { findMember, putMember } from './queries.ts';
import { requireAccountHasRoom } from './require-account-has-room.ts';
import { tellHandedOver } from './tell-handed-over.ts';
import { tellPeople } from './tell-people.ts';

/**
 * Makes an editor the owner, if their account has room for the project. The caller stays as an editor; limits, usage and
 * storage count for the new owner from now on. Open invitations end: the new owner did not make them.
 */
export async function handOverProject(ctx: Context, input: InputOf<typeof endpoint>): Promise<ProjectPeople> {
  const from = requireUser(ctx).userId;
  const to = input.user_id;
  const { people, mailed } = await changeAccounts(ctx, [from, to], async (tx, emit) => {
    // Sorted: two hand-overs between the same accounts lock them in the same order.
    for (const account of [from, to].toSorted()) await lockAccount(tx, account);
    const project = requireOwner(await requireProject(ctx, input.id, { db: tx, lock: true }));
    if (to === from) throw new AppError('CONFLICT', 'You own this project already.');
    const member = await findMember(tx, project.id, to);
    if (member === undefined) throw notFound('The person');
    if (member.role !== 'editor') throw notAnEditor(displayNameOf(member));
    if (project.isExample) throw new AppError('CONFLICT', 'The example project stays with the account that loaded it.');
    await requireAccountHasRoom(ctx, tx, { id: to, name: displayNameOf(member) }, project);
    const now = ctx.now();
    const isTheirs = and(eq(projectMembers.projectId, project.id), eq(projectMembers.userId, to));
    await tx.delete(projectMembers).where(isTheirs);
    await putMember(tx, { projectId: project.id, userId: from, role: 'editor', joinedAt: project.createdAt });
    await tx.delete(projectInvitations).where(eq(projectInvitations.projectId, project.id));
    const [row] = await tx
      .update(projects)
      // Its place is decided anew below, by the limit of the new owner.
      .set({ userId: to, readOnlyAt: null, updatedAt: now })
      .where(eq(projects.id, project.id))
      .returning();
    if (row === undefined) throw new Error('the project was not handed over');
    await settlePlaces(ctx, tx, emit, from);
    await settlePlaces(ctx, tx, emit, to);
    const shown = presentProject(row);
    await tellPeople(tx, emit, row, 'project.updated', shown);
    emit(`project:${project.id}`, 'project.updated', shown);
    const owner = { ...member, role: 'owner' as const };
    emit(`project:${project.id}`, 'person.changed', presentPerson(owner, { withEmail: false }));
    const former = await findMember(tx, project.id, from);
    if (former !== undefined)
      emit(`project:${project.id}`, 'person.changed', presentPerson(former, { withEmail: false }));
    emit(`user:${from}`, 'project.shared', { ...shown, role: 'editor' });
    emit(`user:${to}`, 'project.shared', { ...shown, role: 'owner' });
    await connectionOf(tx).query(notifySql, notifyValues(OWNER_TOPIC, project.id));
    const giver = await findUser(tx, from);
    return {
      people: await readPeople(tx, { ...project, userId: to, role: 'editor' }),
      mailed: { to: member.email, by: giver === undefined ? '' : displayNameOf(giver), project },
    };
  });
  ctx.bus.tellHere(OWNER_TOPIC, input.id);
  tellHandedOver(ctx, mailed);
  return people;
}

const notAnEditor = (name: string) =>
  new AppError('CONFLICT', `${name} may only look at this project. Make them an editor first.`);
