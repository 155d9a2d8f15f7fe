import type { requestPasswordReset as resetEndpoint, sendVerificationEmail as verifyEndpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { spend } from '#server/platform/http/limits.ts';
import { type AuthRequest, requireLocalPath } from './auth-door.ts';
import { audit } from './change-account.ts';
import type { EngineCall, PendingMail } from './engine-call.ts';
import { sendAccountMail } from './mails.ts';
import { findUserByEmail } from './queries.ts';
import { requireEmail } from './refusals.ts';
import { dropLink, dropOlderLinks } from './reset-links.ts';
import { accountSubject, addressSubject } from './rules.ts';

const LINKS = { limit: 5, periodSeconds: 3_600 };

/** Mails a link to a new password, if there is such an account. */
export async function requestPasswordReset(
  request: AuthRequest,
  input: InputOf<typeof resetEndpoint>,
): Promise<Response> {
  requireLocalPath(request.ctx, input.redirectTo, 'redirectTo');
  await mailLink(request, 'reset', input.email);
  return Response.json({
    status: true,
    message: 'If this email exists in our system, check your email for the reset link',
  });
}

/**
 * Mails a new confirmation link, if there is such an account and it waits for it. Whoever asks has shown no password, and
 * the one that is there may be a stranger's: the link leads to where a password is chosen, and confirms that one.
 */
export async function sendVerificationEmail(
  request: AuthRequest,
  input: InputOf<typeof verifyEndpoint>,
): Promise<Response> {
  requireLocalPath(request.ctx, input.callbackURL, 'callbackURL');
  await mailLink(request, 'choice', input.email);
  return Response.json({ status: true });
}

/** The look-up and the mail happen after the answer: neither its words nor its time tell whether the account exists. */
async function mailLink(
  { ctx, engine, background }: AuthRequest,
  kind: 'reset' | 'choice',
  address: string,
): Promise<void> {
  const email = requireEmail(address);
  await spend(ctx, `links:${addressSubject(ctx.address)}:${accountSubject(email)}`, LINKS);
  background.run(ctx, async () => {
    if (kind === 'choice' && (await findUserByEmail(ctx.db, email))?.emailVerified !== false) return;
    const call: EngineCall = { mails: [] };
    const question = { method: 'POST', path: '/request-password-reset', body: { email } } as const;
    await engine.ask(ctx, new Headers(), question, call);
    for (const mail of call.mails) {
      const isSent = await sendAccountMail(ctx, { ...mail, kind }, 'A link could not be mailed.');
      await keepMailedLink(ctx, mail, isSent);
    }
  });
}

/** The link in the newest mail is the one that works. A link that was not mailed, because one just was, is none. */
async function keepMailedLink(ctx: Context, { userId, token }: PendingMail, isSent: boolean): Promise<void> {
  if (!isSent) return dropLink(ctx.db, token);
  await dropOlderLinks(ctx.db, userId, token);
  // Whoever asked is not known; the account is. One a minute is mailed, so no more are kept.
  const detail = { address: ctx.address };
  await ctx.db.transaction((tx) => audit(ctx, tx, { action: 'password.link_sent', subject: userId, detail }));
}
