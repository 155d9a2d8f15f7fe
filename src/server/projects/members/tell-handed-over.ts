import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { renderMail } from '#server/platform/mail/index.ts';
import type { OwnedProject } from '../require-project.ts';

/** Mails the new owner in the background: a mail server that fails does not undo the hand-over. */
export function tellHandedOver(
  ctx: Context,
  { to, by, project }: { to: string; by: string; project: OwnedProject },
): void {
  const link = `${ctx.config.url}/projects/${project.id}/tasks`;
  const subject = `You own the project “${project.name}” now`;
  const content = renderMail({
    product: PRODUCT,
    title: subject,
    paragraphs: [
      `${by} handed it over to you. Its storage and what it uses count for your account from now on.`,
      'You decide who takes part in it, and may archive or delete it.',
    ],
    action: { label: 'Open the project', url: link },
    footer: 'If you do not want it, hand it back, or delete it.',
  });
  void ctx.mail
    .send({ to, subject, link, ...content })
    .catch((error: unknown) => ctx.log.warn({ reason: String(error) }, 'the mail about a hand-over was not sent'));
}
