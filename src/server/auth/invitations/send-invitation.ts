import { eq } from 'drizzle-orm';
import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { invitations } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { spend } from '#server/platform/http/limits.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';
import { accountSubject } from '../rules.ts';
import type { InvitationRow } from './queries.ts';

const ONE_A_MINUTE = { limit: 1, periodSeconds: 60 };

/**
 * Mails an invitation, at most once a minute. If sending fails the invitation stays, and the list shows that nothing
 * was sent.
 */
export async function sendInvitation(ctx: Context, row: InvitationRow): Promise<InvitationRow> {
  try {
    await spend(ctx, `mail:invitation:${accountSubject(row.email)}`, ONE_A_MINUTE);
  } catch (error) {
    if (error instanceof AppError) return row;
    throw error;
  }
  try {
    await ctx.mail.send(writeInvitation(ctx.config.url, row));
  } catch {
    return row;
  }
  const sentAt = ctx.now();
  await ctx.db.update(invitations).set({ sentAt }).where(eq(invitations.id, row.id));
  return { ...row, sentAt };
}

function writeInvitation(url: string, { email, inviter }: InvitationRow): Mail {
  const link = `${url}/signup?${new URLSearchParams({ email })}`;
  const content = renderMail({
    product: PRODUCT,
    title: `You are invited to ${PRODUCT}`,
    paragraphs: [
      `${inviter ?? 'The administrator'} invites ${email} to the ${PRODUCT} at ${url}.`,
      'Create your account with this address; one more email confirms it.',
    ],
    action: { label: 'Create your account', url: link },
    footer: 'If you do not know who this is, do nothing: there is no account until you make one.',
  });
  return { to: email, subject: `You are invited to ${PRODUCT}`, link, ...content };
}
