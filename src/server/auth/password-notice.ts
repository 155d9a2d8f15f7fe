import { PRODUCT } from '#contract/constants.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';
import type { AuthRequest } from './auth-door.ts';
import type { NewPassword, WaysIn } from './set-password.ts';

interface Notice {
  email: string;
  by: NewPassword['by'];
  ways: WaysIn;
}

/** Mails the owner in the background: a slow or failing mail server does not undo the change. */
export function tellPasswordSet({ ctx, background }: AuthRequest, notice: Notice): void {
  const mail = writeNotice(ctx.config.url, ctx.now(), notice);
  try {
    background.run(ctx, () => ctx.mail.send(mail));
  } catch {
    ctx.log.warn({ requestId: ctx.requestId }, 'the server is too busy to mail that a password was changed');
  }
}

function writeNotice(url: string, at: Date, { email, by, ways }: Notice): Mail {
  const link = `${url}/login`;
  const time = at.toISOString();
  const content = renderMail({
    product: PRODUCT,
    title: 'Your password was changed',
    paragraphs: [
      `The password of the ${PRODUCT} account of ${email} was changed on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC.`,
      by === 'reset' ? 'Every device was signed out.' : 'Every other device was signed out.',
      ...agentsSentences(ways),
    ],
    action: { label: 'Sign in', url: link },
    footer:
      'If this was not you, choose a new password at once: “Forgot password?” on the sign-in page mails you a link. Revoke all API keys and disconnect apps when you set it.',
  });
  return { to: email, subject: `Your password for ${PRODUCT} was changed`, link, ...content };
}

const SAID = {
  apiKey: {
    kept: 'Your API keys still work.',
    ended: 'Your API keys were revoked: agents that used one need a new one.',
  },
  apps: { kept: 'Connected apps stay connected.', ended: 'Connected apps were disconnected.' },
};

function agentsSentences({ apiKey, apps }: WaysIn): string[] {
  const said = [apiKey === 'none' ? [] : SAID.apiKey[apiKey], apps === 'none' ? [] : SAID.apps[apps]].flat();
  return said.length === 0 ? [] : [said.join(' ')];
}
