import type { Id } from '#contract/fields.ts';
import type { Invitation } from '#contract/invitation.ts';
import type { Context } from '#server/platform/context.ts';
import { requireAdministrator } from '../require-user.ts';
import { presentInvitation } from './present.ts';
import { findInvitation } from './queries.ts';
import { requireOpenInvitation } from './revoke-invitation.ts';
import { sendInvitation } from './send-invitation.ts';

export async function resendInvitation(ctx: Context, { id }: { id: Id }): Promise<Invitation> {
  requireAdministrator(ctx);
  const row = requireOpenInvitation(await findInvitation(ctx.db, { id }));
  return presentInvitation(await sendInvitation(ctx, row));
}
