import type { requestPasswordReset as resetEndpoint, sendVerificationEmail as verifyEndpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { spend } from '#server/platform/http/limits.ts';
import { type AuthRequest, requireLocalPath } from './auth-door.ts';
import { audit } from './change-account.ts';
import { bindLink } from './confirmation-link.ts';
import type { EngineCall, PendingMail } from './engine-call.ts';
import { sendAccountMail } from './mails.ts';
import { findPasswordHash, findUserByEmail } from './queries.ts';
import { requireEmail } from './refusals.ts';
import { dropLink, dropOlderLinks } from './reset-links.ts';
import { accountSubject, addressSubject } from './rules.ts';
import { hasSignedUpHere } from './sign-up-cookie.ts';

const LINKS = { limit: 5, periodSeconds: 3_600 };

/** Mails a password reset link, if the account exists. */
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
 * Mails a new confirmation link, if the account exists and is unconfirmed. To the browser that signed up it is the same
 * link again. Any other requester has proven no password, and the stored one may be an attacker's: the link leads to
 * choosing a password, and confirms that one.
 */
export async function sendVerificationEmail(
  request: AuthRequest,
  input: InputOf<typeof verifyEndpoint>,
): Promise<Response> {
  requireLocalPath(request.ctx, input.callbackURL, 'callbackURL');
  await mailLink(request, 'choice', input.email);
  return Response.json({ status: true });
}

/**
 * The response does not wait for the look-up and the mail: neither its content nor its timing reveals whether the
 * account exists (user enumeration).
 */
async function mailLink(
  { ctx, headers, engine, background }: AuthRequest,
  kind: 'reset' | 'choice',
  address: string,
): Promise<void> {
  const email = requireEmail(address);
  await spend(ctx, `links:${addressSubject(ctx.address)}:${accountSubject(email)}`, LINKS);
  background.run(ctx, async () => {
    if (kind === 'choice') {
      const user = await findUserByEmail(ctx.db, email);
      if (user?.emailVerified !== false) return;
      const passwordHash = await findPasswordHash(ctx.db, user.id);
      if (hasSignedUpHere(ctx, headers, { userId: user.id, passwordHash })) {
        const token = bindLink(await engine.makeConfirmationToken(user.email), passwordHash);
        const mail = { kind: 'verification', userId: user.id, email: user.email, token } as const;
        await sendAccountMail(ctx, mail, 'A link could not be mailed.');
        return;
      }
    }
    const call: EngineCall = { mails: [] };
    const question = { method: 'POST', path: '/request-password-reset', body: { email } } as const;
    await engine.ask(ctx, new Headers(), question, call);
    for (const mail of call.mails) {
      const isSent = await sendAccountMail(ctx, { ...mail, kind }, 'A link could not be mailed.');
      await keepMailedLink(ctx, mail, isSent);
    }
  });
}

/** Only the link of the newest mail is valid. A link whose mail was suppressed by the rate limit is dropped. */
async function keepMailedLink(ctx: Context, { userId, token }: PendingMail, isSent: boolean): Promise<void> {
  if (!isSent) return dropLink(ctx.db, token);
  await dropOlderLinks(ctx.db, userId, token);
  // The requester is unknown; the account is not. At most one mail a minute leaves, which bounds these entries.
  const detail = { address: ctx.address };
  await ctx.db.transaction((tx) => audit(ctx, tx, { action: 'password.link_sent', subject: userId, detail }));
}
