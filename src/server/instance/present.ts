import type { Id } from '#contract/fields.ts';
import type { OutboxMail } from '#contract/instance.ts';
import type { KeptMail } from '#server/platform/mail/index.ts';

export function presentMail(mail: KeptMail): OutboxMail {
  return {
    id: mail.id as Id,
    recipient: mail.recipient,
    subject: mail.subject,
    text: mail.textBody,
    link: mail.link,
    created_at: mail.createdAt.toISOString(),
  };
}
