import type { Context } from '#server/platform/context.ts';
import { putMailBack, takeDueMail } from './note-mails.ts';
import { writePaymentMail } from './write-payment-mail.ts';

const AT_ONCE = 50;
const TRIES_MAX = 10;
const FIRST_WAIT_MS = 60_000;

/** Sends due mails of the outbox; a failed one is retried for about a day. */
export async function sendPaymentMails(ctx: Context): Promise<void> {
  for (let sent = 0; sent < AT_ONCE; sent += 1) {
    const due = await takeDueMail(ctx.db, ctx.now());
    if (due === undefined) return;
    try {
      await ctx.mail.send(writePaymentMail(ctx.config.url, due.email, due.kind, due.facts));
    } catch (error) {
      ctx.log.warn({ err: error, kind: due.kind, tries: due.tries }, 'a mail about a payment could not be sent');
      const at = new Date(ctx.now().getTime() + FIRST_WAIT_MS * 2 ** (due.tries - 1));
      if (due.tries < TRIES_MAX) await putMailBack(ctx.db, due, at);
      // The same mail server would refuse the next as well.
      return;
    }
  }
}
