import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';

interface Notice {
  to: string;
  subject: string;
  title: string;
  paragraphs: string[];
  footer: string;
}

/** A mail about the safety of an account, which leads to its page. */
export function writeNotice({ config }: Context, { to, subject, title, paragraphs, footer }: Notice): Mail {
  const link = `${config.url}/profile`;
  const action = { label: 'Open your account', url: link };
  return { to, subject, link, ...renderMail({ product: PRODUCT, title, paragraphs, action, footer }) };
}

export function when({ now }: Pick<Context, 'now'>): string {
  const time = now().toISOString();
  return `${time.slice(0, 10)} at ${time.slice(11, 16)} UTC`;
}

export const CHOOSE =
  'If this was not you, choose a new password at once: “Forgot password?” on the sign-in page mails you a link.';

/** The change stands, whether the mail leaves or not. */
export async function tellOwner(ctx: Context, mail: Mail): Promise<void> {
  try {
    await ctx.mail.send(mail);
  } catch (error) {
    ctx.log.warn(
      { requestId: ctx.requestId, reason: String(error) },
      'a person was not told of a change to their account',
    );
  }
}
