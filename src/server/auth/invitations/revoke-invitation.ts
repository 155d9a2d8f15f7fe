import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { invitations } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { audit } from '../change-account.ts';
import { requireAdministrator } from '../require-user.ts';
import { type InvitationRow, findInvitation } from './queries.ts';

/** Revokes an open invitation: its address can neither sign up nor confirm an account it has begun. */
export async function revokeInvitation(ctx: Context, { id }: { id: Id }): Promise<null> {
  requireAdministrator(ctx);
  await change(ctx, async (tx) => {
    const { email } = requireOpenInvitation(await findInvitation(tx, { id }));
    const gone = await tx
      .delete(invitations)
      .where(and(eq(invitations.id, id), isNull(invitations.acceptedAt)))
      .returning({ id: invitations.id });
    if (gone.length === 0) throw takenUp(email);
    await audit(ctx, tx, { action: 'invitation.revoked', subject: id, detail: { email } });
  });
  return null;
}

export function requireOpenInvitation(row: InvitationRow | undefined): InvitationRow {
  if (row === undefined) throw notFound('The invitation');
  if (row.acceptedAt !== null) throw takenUp(row.email);
  return row;
}

const takenUp = (email: string) =>
  new AppError('CONFLICT', `${email} has joined already. Suspend the account under Users to shut it out.`);
