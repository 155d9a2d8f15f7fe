import { eq } from 'drizzle-orm';
import { PRODUCT } from '#contract/constants.ts';
import { displayNameOf } from '#contract/display-name.ts';
import type { Context } from '#server/platform/context.ts';
import { projectInvitations } from '#server/platform/db/tables/index.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';
import type { OwnedProject } from '../require-project.ts';
import type { InvitationRow, OpenInvitation } from './queries.ts';
import { NAME_OF_ROLE } from './rules.ts';

/**
 * Mails an invitation that has an address. If sending fails it stays, and the owner sees that no mail left; none does either
 * where mails are kept in the outbox of an instance without SMTP.
 */
export async function sendInvitation(
  ctx: Context,
  made: OpenInvitation & { project: OwnedProject },
  url: string,
): Promise<InvitationRow> {
  const { invitation } = made;
  if (invitation.email === null) return invitation;
  try {
    await ctx.mail.send(write(made, invitation.email, url));
  } catch {
    return invitation;
  }
  if (ctx.mail.kind === 'outbox') return invitation;
  const sentAt = ctx.now();
  await ctx.db.update(projectInvitations).set({ sentAt }).where(eq(projectInvitations.id, invitation.id));
  return { ...invitation, sentAt };
}

function write({ invitation, inviter, project }: OpenInvitation & { project: OwnedProject }, to: string, link: string) {
  const name = displayNameOf(inviter);
  const subject = `${name} invites you to the project “${project.name}”`;
  const content = renderMail({
    product: PRODUCT,
    title: subject,
    paragraphs: [
      `You would be ${NAME_OF_ROLE[invitation.role]}. Sign in with ${to}, or create an account with it.`,
      `The link works once, until ${invitation.expiresAt.toISOString().slice(0, 10)}.`,
    ],
    action: { label: 'Look at the invitation', url: link },
    footer: `${inviter.email} sent this invitation. If you do not know who that is, do nothing.`,
  });
  return { to, subject, link, opensAccount: true, ...content } satisfies Mail;
}
