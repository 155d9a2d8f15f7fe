import { INVITATIONS_MAX } from '#contract/constants.ts';
import type { Invitation } from '#contract/invitation.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { invitations } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { spend } from '#server/platform/http/limits.ts';
import { newId } from '#server/platform/id.ts';
import { audit } from '../change-account.ts';
import { findUserByEmail } from '../queries.ts';
import { requireEmail } from '../refusals.ts';
import { requireAdministrator } from '../require-user.ts';
import { presentInvitation } from './present.ts';
import { type InvitationRow, countOpen, findInvitation, lockInvitations } from './queries.ts';
import { sendInvitation } from './send-invitation.ts';

/** Rate-limited, because each sends an unsolicited mail. */
const INVITATIONS = { limit: 200, periodSeconds: 3_600 };

/**
 * Invites an address to sign up, by mail. For an open invitation no second one is created, and its mail is sent again.
 */
export async function invitePerson(ctx: Context, input: { email: string }): Promise<Invitation> {
  requireAdministrator(ctx);
  const email = requireEmail(input.email);
  const invitedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await spend(ctx, `invitations:${invitedBy ?? 'console'}`, INVITATIONS);
  const row = await change(ctx, async (tx) => {
    if ((await findUserByEmail(tx, email))?.emailVerified === true) throw hasAccount(email);
    return enterInvitation(ctx, tx, email);
  });
  return presentInvitation(await sendInvitation(ctx, row));
}

/** Lets an address sign up, without a mail: the invitation that is open already, or another one. */
export async function enterInvitation(ctx: Context, tx: Tx, email: string): Promise<InvitationRow> {
  requireAdministrator(ctx);
  await lockInvitations(tx);
  const open = await findInvitation(tx, { email });
  if (open !== undefined) return open;
  if ((await countOpen(tx)) >= INVITATIONS_MAX) throw tooManyOpen();
  const id = newId();
  const invitedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await tx.insert(invitations).values({ id, email, invitedBy, createdAt: ctx.now() });
  await audit(ctx, tx, { action: 'invitation.created', subject: id, detail: { email } });
  const made = await findInvitation(tx, { email });
  if (made === undefined) throw new Error('the invitation was not entered');
  return made;
}

const hasAccount = (email: string) =>
  new AppError('CONFLICT', `${email} has an account here already.`, { code: 'EMAIL_TAKEN' });

const tooManyOpen = () =>
  new AppError(
    'CONFLICT',
    `${INVITATIONS_MAX.toLocaleString('en-US')} invitations are open. Revoke some that nobody will take up, or allow a domain instead.`,
  );
