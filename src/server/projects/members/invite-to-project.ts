import { and, eq } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { inviteToProject as endpoint } from '#contract/people.ts';
import { enterInvitation, findUser, requireEmail, requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectInvitations } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { spend } from '#server/platform/http/limits.ts';
import { newId } from '#server/platform/id.ts';
import { type OwnedProject, requireOwner, requireProject } from '../require-project.ts';
import { hashToken, linkOf, newToken } from './invitation-token.ts';
import { readPeople } from './list-people.ts';
import { presentInvitation } from './present.ts';
import { requireRoomForInvitation } from './require-room.ts';
import { sendInvitation } from './send-invitation.ts';

const DAY_MS = 86_400_000;
/** Rate-limited, because each may send an unsolicited mail. */
const INVITATIONS = { limit: 60, periodSeconds: 3_600 };

/**
 * Invites somebody by a link that works once. With an address the link is mailed, and only the account of that address may
 * use it; a second invitation of an address replaces the first.
 */
export async function inviteToProject(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = requireUser(ctx);
  requireOwner(await requireProject(ctx, input.id));
  const email = input.email === undefined ? null : requireEmail(input.email);
  await spend(ctx, `project-invitations:${userId}`, INVITATIONS);
  const maySignUp = await isTheirsToAllow(ctx);
  const token = newToken();
  const now = ctx.now();
  const made = await change(ctx, async (tx) => {
    const project = requireOwner(await requireProject(ctx, input.id, { db: tx, lock: true }));
    if (email !== null) await makeWay(tx, project, email);
    if (email !== null && maySignUp) await enterInvitation(ctx, tx, email);
    await requireRoomForInvitation(tx, project.id, now);
    const [invitation] = await tx
      .insert(projectInvitations)
      .values({
        id: newId(now.getTime()),
        projectId: project.id,
        role: input.role,
        email,
        tokenHash: hashToken(token),
        invitedBy: userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + input.days * DAY_MS),
      })
      .returning();
    const inviter = await findUser(tx, userId);
    if (invitation === undefined || inviter === undefined) throw new Error('the invitation was not entered');
    return { invitation, inviter, project };
  });
  const url = linkOf(ctx.config.url, token);
  const invitation = await sendInvitation(ctx, made, url);
  return { invitation: presentInvitation({ ...made, invitation }), url };
}

/** On an instance where sign-up is closed, an administrator's invitation to a project is one to the instance too. */
async function isTheirsToAllow({ actor, settings }: Context): Promise<boolean> {
  return actor.kind === 'user' && actor.isAdmin && (await settings.read()).instanceKind === 'team';
}

/** One open invitation to an address, and none to somebody who takes part already. */
async function makeWay(tx: Tx, project: OwnedProject, email: string): Promise<void> {
  const { people } = await readPeople(tx, project);
  if (people.some((person) => person.email === email))
    throw new AppError('CONFLICT', `${email} takes part in this project already.`);
  await tx
    .delete(projectInvitations)
    .where(and(eq(projectInvitations.projectId, project.id), eq(projectInvitations.email, email)));
}
