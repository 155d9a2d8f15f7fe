import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import {
  projectInvitations,
  projectSizes,
  systemSettings,
  userLimits,
  users,
} from '#server/platform/db/tables/index.ts';
import { addMember } from '#test/add-member.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createProject, listProjects, requireProject, updateProject } from '../index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { handOverProject } from './hand-over-project.ts';
import { inviteToProject } from './invite-to-project.ts';
import { listPeople } from './list-people.ts';
import { listProjectInvitations, revokeProjectInvitation } from './list-project-invitations.ts';
import { lookAtInvitation } from './look-at-invitation.ts';
import { removePerson } from './remove-person.ts';
import { setPersonRole } from './set-person-role.ts';

let services: TestServices;
let owner: TestUser;
let other: TestUser;
let id: Id;
beforeAll(async () => {
  services = await openTestServices({ mail: 'smtp' });
  await raiseProjectLimit(services);
});
afterAll(() => services.dispose());
beforeEach(async () => {
  owner = await addUser(services, { name: 'Mira' });
  other = await addUser(services, { name: 'Tom' });
  ({ id } = await createProject(owner.ctx, { name: 'Shared' }));
});

const invite = async (fields: { role?: 'editor' | 'viewer'; email?: string; days?: 1 | 7 | 30 } = {}) => {
  const made = await inviteToProject(owner.ctx, { id, role: 'editor', days: 7, ...fields });
  return { ...made, token: made.url.split('/').at(-1) ?? '' };
};
const OVER = { type: 'NOT_FOUND', detail: { code: 'INVITATION_OVER' } };
const NOT_FOR_ROLE = { type: 'FORBIDDEN', detail: { code: 'NOT_FOR_ROLE' } };
const rolesOf = async () => (await listPeople(owner.ctx, { id })).people.map(({ name, role }) => `${name}: ${role}`);

describe('an invitation', () => {
  test('by link says what it is for, lets one person join, and then nobody', async () => {
    const { token, url, invitation } = await invite({ role: 'viewer' });
    expect(url).toBe(`http://localhost:3000/join/${token}`);
    expect(invitation).toMatchObject({ role: 'viewer', email: null, invited_by: 'Mira', sent_at: null });
    const anybody = services.contextFor({ kind: 'anonymous' });
    expect(await lookAtInvitation(anybody, { token })).toMatchObject({
      project_id: id,
      project_name: 'Shared',
      role: 'viewer',
      invited_by: 'Mira',
      sign_up_closed: false,
    });
    const late = await addUser(services);
    expect(await acceptInvitation(other.ctx, { token })).toMatchObject({ id, name: 'Shared' });
    await expect(acceptInvitation(late.ctx, { token })).rejects.toMatchObject(OVER);
    await expect(lookAtInvitation(anybody, { token })).rejects.toMatchObject(OVER);
    expect(await rolesOf()).toEqual(['Mira: owner', 'Tom: viewer']);
    expect(await listProjects(other.ctx)).toMatchObject([{ id, role: 'viewer', owner_name: 'Mira', people: 2 }]);
  });

  test('lets one of several in who use its link at the same time', async () => {
    const { token } = await invite();
    const crowd = await Promise.all(Array.from({ length: 5 }, () => addUser(services)));
    const tried = await Promise.allSettled(crowd.map(({ ctx }) => acceptInvitation(ctx, { token })));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listPeople(owner.ctx, { id })).people).toHaveLength(2);
  });

  test('by mail is for one address, and a second one to it replaces the first', async () => {
    const first = await invite({ email: ' TOM@example.org ' });
    await services.db.update(users).set({ email: 'tom@example.org' }).where(eq(users.id, other.id));
    expect(first.invitation).toMatchObject({ email: 'tom@example.org', sent_at: expect.any(String) as string });
    expect(services.sent.at(-1)).toMatchObject({
      to: 'tom@example.org',
      subject: 'Mira invites you to the project “Shared”',
      link: first.url,
      opensAccount: true,
    });
    const second = await invite({ email: 'tom@example.org', role: 'viewer' });
    await expect(acceptInvitation(other.ctx, first)).rejects.toMatchObject(OVER);
    const stranger = await addUser(services);
    await expect(acceptInvitation(stranger.ctx, second)).rejects.toMatchObject({
      type: 'FORBIDDEN',
      detail: { code: 'WRONG_ACCOUNT' },
    });
    await acceptInvitation(other.ctx, second);
    expect(await rolesOf()).toEqual(['Mira: owner', 'Tom: viewer']);
    await expect(invite({ email: 'tom@example.org' })).rejects.toMatchObject({ type: 'CONFLICT' });
  });

  test('ends when it expires, is taken back, or its project or inviter is gone', async () => {
    const expired = await invite({ days: 1 });
    services.clock.advance(86_400_000);
    await expect(acceptInvitation(other.ctx, expired)).rejects.toMatchObject(OVER);
    const revoked = await invite();
    const { invitations } = await listProjectInvitations(owner.ctx, { id });
    expect(invitations.map((each) => each.id)).toEqual([revoked.invitation.id]);
    await revokeProjectInvitation(owner.ctx, { id, invitationId: revoked.invitation.id });
    await expect(acceptInvitation(other.ctx, revoked)).rejects.toMatchObject(OVER);
    await expect(revokeProjectInvitation(owner.ctx, { id, invitationId: revoked.invitation.id })).rejects.toMatchObject(
      { type: 'NOT_FOUND' },
    );
    const orphan = await invite();
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, owner.id));
    await expect(acceptInvitation(other.ctx, orphan)).rejects.toMatchObject(OVER);
  });

  test('is stored as a hash only', async () => {
    const { token } = await invite();
    const rows = await services.db.select().from(projectInvitations).where(eq(projectInvitations.projectId, id));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('by an administrator of a team lets the address sign up too; by anybody else it does not', async () => {
    // While nobody administers an instance without SMTP, the person at its console may still sign up.
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, owner.id));
    await services.db.update(systemSettings).set({ instanceKind: 'team' });
    services.bus.tellHere('settings', 'saved');
    try {
      const anybody = services.contextFor({ kind: 'anonymous' });
      const closed = await invite({ email: 'new@example.com' });
      expect(await lookAtInvitation(anybody, closed)).toMatchObject({ sign_up_closed: true });
      const admin = { ...owner.ctx, actor: { ...owner.actor, isAdmin: true } };
      const open = await inviteToProject(admin, { id, role: 'viewer', days: 7, email: 'new@example.com' });
      const token = open.url.split('/').at(-1) ?? '';
      expect(await lookAtInvitation(anybody, { token })).toMatchObject({ sign_up_closed: false });
    } finally {
      await services.db.update(systemSettings).set({ instanceKind: null });
      services.bus.tellHere('settings', 'saved');
    }
  });

  test('stays where its mail does not leave, and says so', async () => {
    const mail = { ...services.mail, send: () => Promise.reject(new Error('no')) };
    const ctx = { ...owner.ctx, mail };
    const { invitation } = await inviteToProject(ctx, { id, role: 'viewer', days: 7, email: 'x@example.com' });
    expect(invitation).toMatchObject({ sent_at: null });
    const kept = { ...owner.ctx, mail: { ...services.mail, kind: 'outbox' as const } };
    const inOutbox = await inviteToProject(kept, { id, role: 'viewer', days: 7, email: 'y@example.com' });
    expect(inOutbox.invitation, 'kept in the outbox, because there is no SMTP').toMatchObject({ sent_at: null });
  });
});

describe('a role', () => {
  test('is the owner’s to give: an editor invites and removes nobody, and settles nothing of the owner’s', async () => {
    const editor = await addMember(services, id, 'editor');
    const viewer = await addMember(services, id, 'viewer');
    for (const { ctx } of [editor, viewer]) {
      await expect(inviteToProject(ctx, { id, role: 'viewer', days: 7 })).rejects.toMatchObject(NOT_FOR_ROLE);
      await expect(listProjectInvitations(ctx, { id })).rejects.toMatchObject(NOT_FOR_ROLE);
      await expect(removePerson(ctx, { id, userId: owner.id })).rejects.toMatchObject(NOT_FOR_ROLE);
      await expect(setPersonRole(ctx, { id, userId: viewer.id, role: 'editor' })).rejects.toMatchObject(NOT_FOR_ROLE);
      await expect(updateProject(ctx, { id, status: 'archived' })).rejects.toMatchObject(NOT_FOR_ROLE);
      await expect(updateProject(ctx, { id, verify_command: 'curl evil' })).rejects.toMatchObject(NOT_FOR_ROLE);
    }
    expect(await updateProject(editor.ctx, { id, name: 'Renamed' })).toMatchObject({ name: 'Renamed', role: 'editor' });
    await expect(updateProject(viewer.ctx, { id, name: 'Mine' })).rejects.toMatchObject(NOT_FOR_ROLE);
    expect((await listPeople(owner.ctx, { id })).people.map(({ email }) => email)).toContain(editor.email);
    expect((await listPeople(editor.ctx, { id })).people.map(({ email }) => email)).toEqual([null, null, null]);
  });

  test('can be changed, the owner’s own cannot', async () => {
    const editor = await addMember(services, id, 'editor');
    await setPersonRole(owner.ctx, { id, userId: editor.id, role: 'viewer' });
    expect(await requireProject(editor.ctx, id)).toMatchObject({ role: 'viewer' });
    await expect(setPersonRole(owner.ctx, { id, userId: owner.id, role: 'viewer' })).rejects.toMatchObject({
      type: 'CONFLICT',
    });
    await expect(setPersonRole(owner.ctx, { id, userId: other.id, role: 'viewer' })).rejects.toMatchObject({
      type: 'NOT_FOUND',
    });
  });

  test('ends by leaving or removal, and the name stays with what was done; coming back needs another invitation', async () => {
    const editor = await addMember(services, id, 'editor', other);
    await removePerson(editor.ctx, { id, userId: editor.id });
    await expect(requireProject(editor.ctx, id)).rejects.toMatchObject({ type: 'NOT_FOUND' });
    expect(await listProjects(editor.ctx)).toEqual([]);
    expect(await listPeople(owner.ctx, { id })).toMatchObject({ former: [{ user_id: editor.id, name: 'Tom' }] });
    await expect(removePerson(owner.ctx, { id, userId: editor.id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    await acceptInvitation(editor.ctx, await invite({ role: 'viewer' }));
    expect(await listPeople(owner.ctx, { id })).toMatchObject({ former: [], people: [{}, { role: 'viewer' }] });
    await removePerson(owner.ctx, { id, userId: editor.id });
    await expect(requireProject(editor.ctx, id)).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });

  test('of the owner does not end by leaving', async () => {
    await expect(removePerson(owner.ctx, { id, userId: owner.id })).rejects.toMatchObject({ type: 'CONFLICT' });
  });
});

describe('handing over', () => {
  test('makes an editor the owner, with storage and limits, and keeps the former one as an editor', async () => {
    const editor = await addMember(services, id, 'editor', other);
    const open = await invite();
    const { people } = await handOverProject(owner.ctx, { id, user_id: editor.id });
    expect(people.map(({ name, role }) => `${name}: ${role}`)).toEqual(['Tom: owner', 'Mira: editor']);
    expect(await requireProject(owner.ctx, id)).toMatchObject({ role: 'editor', userId: editor.id });
    const [size] = await services.db.select().from(projectSizes).where(eq(projectSizes.projectId, id));
    expect(size?.userId).toBe(editor.id);
    const late = await addUser(services);
    await expect(acceptInvitation(late.ctx, open)).rejects.toMatchObject(OVER);
    await expect(handOverProject(owner.ctx, { id, user_id: editor.id })).rejects.toMatchObject(NOT_FOR_ROLE);
    expect(services.sent.at(-1)).toMatchObject({ to: editor.email, subject: 'You own the project “Shared” now' });
    await removePerson(owner.ctx, { id, userId: owner.id });
    expect(await listProjects(owner.ctx)).toEqual([]);
  });

  test('is refused to a viewer, a stranger, oneself, and an account without room', async () => {
    const viewer = await addMember(services, id, 'viewer');
    const full = await addMember(services, id, 'editor');
    await services.db.insert(userLimits).values({ userId: full.id, maxProjects: 0 });
    const fat = await addMember(services, id, 'editor');
    await services.db.insert(userLimits).values({ userId: fat.id, storageMb: 1 });
    await services.db.update(projectSizes).set({ notes: 2_000_000 }).where(eq(projectSizes.projectId, id));
    for (const [user_id, type] of [
      [viewer.id, 'CONFLICT'],
      [other.id, 'NOT_FOUND'],
      [owner.id, 'CONFLICT'],
      [full.id, 'CONFLICT'],
      [fat.id, 'CONFLICT'],
    ] as const)
      await expect(handOverProject(owner.ctx, { id, user_id })).rejects.toMatchObject({ type });
    expect(await requireProject(owner.ctx, id)).toMatchObject({ role: 'owner' });
  });

  test('back and forth at the same time leaves one owner', async () => {
    const editor = await addMember(services, id, 'editor', other);
    await Promise.allSettled([
      handOverProject(owner.ctx, { id, user_id: editor.id }),
      handOverProject(owner.ctx, { id, user_id: editor.id }),
      handOverProject(editor.ctx, { id, user_id: owner.id }),
    ]);
    const { people } = await listPeople(owner.ctx, { id });
    expect(people.map(({ role }) => role)).toEqual(['owner', 'editor']);
  });
});
