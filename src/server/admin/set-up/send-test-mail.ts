import { PRODUCT, TEST_MAIL_MINUTES } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { sendTestMail as endpoint } from '#contract/set-up.ts';
import { getMe, requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { spend } from '#server/platform/http/limits.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';
import { presentMailTest } from './present.ts';
import { keepMailTest, makeToken, noteOpened } from './queries.ts';

const TESTS = { limit: 10, periodSeconds: 600 };

/** Mails the caller a link; opening it proves that mails are delivered. */
export async function sendTestMail(ctx: Context): Promise<AnswerOf<typeof endpoint>> {
  requireAdministrator(ctx);
  const { email, id } = await getMe(ctx);
  await spend(ctx, `test-mail:${id}`, TESTS);
  const token = makeToken();
  const row = await keepMailTest(ctx.db, { token, recipient: email, sentAt: ctx.now() });
  if (row === undefined) throw new Error('the test mail was not kept');
  await ctx.mail.send(writeTestMail(ctx.config.url, email, token)).catch(() => {
    throw new AppError('INTERNAL_ERROR', 'The mail server did not accept the email. Check SMTP_URL and try again.', {
      code: 'MAIL_FAILED',
      status: 503,
      retryAfterSeconds: 10,
    });
  });
  return presentMailTest(row);
}

/** Records that the mail arrived: the token was sent in the mail only. */
export async function openTestMail(ctx: Context, { token }: { token: string }): Promise<null> {
  if (await noteOpened(ctx.db, token, ctx.now())) return null;
  const message = `This link works for ${TEST_MAIL_MINUTES} minutes, and only the newest one. Send a new test email.`;
  throw new AppError('VALIDATION_ERROR', message, { code: 'INVALID_TOKEN', issues: [{ path: 'token', message }] });
}

function writeTestMail(url: string, to: string, token: string): Mail {
  const link = `${url}/setup/mail?${new URLSearchParams({ token })}`;
  const content = renderMail({
    product: PRODUCT,
    title: 'Email works',
    paragraphs: [
      `This is a test email from the ${PRODUCT} at ${url}.`,
      `Open the link within ${TEST_MAIL_MINUTES} minutes, and the set-up screen turns green by itself.`,
    ],
    action: { label: 'It arrived', url: link },
    footer: 'If this was not you, do nothing.',
  });
  return { to, subject: `Test email from ${PRODUCT}`, link, ...content };
}
