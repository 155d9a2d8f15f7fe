import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { renderMail } from '#server/platform/mail/index.ts';

/** The passkey is stored, whether the mail leaves or not. */
export async function tellPasskeyAdded(ctx: Context, to: string, name: string): Promise<void> {
  const link = `${ctx.config.url}/profile`;
  const time = ctx.now().toISOString();
  const content = renderMail({
    product: PRODUCT,
    title: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” was added to your ${PRODUCT} account on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC. It signs in without a password.`,
    ],
    action: { label: 'Look at your account', url: link },
    footer: 'If this was not you, remove it there and choose a new password at once.',
  });
  try {
    await ctx.mail.send({ to, subject: `A passkey was added to your ${PRODUCT} account`, link, ...content });
  } catch (error) {
    ctx.log.warn({ requestId: ctx.requestId, reason: String(error) }, 'a person was not told of a new passkey');
  }
}
