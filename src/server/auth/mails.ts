import { DrizzleQueryError, eq } from 'drizzle-orm';
import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { rateLimits } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { spend } from '#server/platform/http/limits.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';
import type { PendingMail } from './engine-call.ts';
import { mailFailed } from './refusals.ts';
import { accountSubject } from './rules.ts';

export const VERIFICATION_HOURS = 24;
export const RESET_HOURS = 1;

const ONE_A_MINUTE = { limit: 1, periodSeconds: 60 };
/** Rate limit for confirmations: anybody could sign up with somebody else's address and have it mailed for ever. */
const TEN_AN_HOUR = { limit: 10, periodSeconds: 3_600 };

/**
 * Sends one of the account's mails, at most one of a kind per minute. A mail that failed does not count, so that a
 * retry can send it. Returns whether it was sent.
 */
export async function sendAccountMail(ctx: Context, pending: PendingMail, failure: string): Promise<boolean> {
  if (!(await mayMail(ctx, pending))) return false;
  await sendMail(ctx, pending, failure);
  return true;
}

/** False within a minute of the last mail of its kind, and above the hourly limit for confirmations. */
export async function mayMail(ctx: Context, pending: Addressed): Promise<boolean> {
  try {
    await spend(ctx, subjectOf(pending), ONE_A_MINUTE);
    if (pending.kind !== 'reset') await spend(ctx, `${subjectOf(pending)}:hour`, TEN_AN_HOUR);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Sends a mail that passed the rate limit. */
export async function sendMail(ctx: Context, pending: PendingMail, failure: string): Promise<void> {
  try {
    await ctx.mail.send(write(ctx.config.url, pending));
  } catch (error) {
    if (error instanceof DrizzleQueryError) throw error;
    await ctx.db.delete(rateLimits).where(eq(rateLimits.subject, subjectOf(pending)));
    throw mailFailed(failure);
  }
}

type Addressed = Pick<PendingMail, 'kind' | 'email'>;

/** Both mails that confirm an address share one rate limit. */
const subjectOf = ({ kind, email }: Addressed): string =>
  `mail:${kind === 'reset' ? 'reset' : 'verification'}:${accountSubject(email)}`;

function write(url: string, { kind, email, token, isRepeated = false }: PendingMail): Mail {
  if (kind === 'verification') return writeVerification(url, { to: email, token, isRepeated });
  return kind === 'choice' ? writeChoice(url, email, token) : writeReset(url, email, token);
}

function writeVerification(
  url: string,
  { to, token, isRepeated }: { to: string; token: string; isRepeated: boolean },
): Mail {
  const link = `${url}/api/auth/verify-email?${new URLSearchParams({ token, callbackURL: '/auth/callback' })}`;
  const content = renderMail({
    product: PRODUCT,
    title: 'Confirm your email address',
    paragraphs: [
      isRepeated
        ? `Somebody, hopefully you, signed up again with ${to}. Only the password given then is valid now, and the links in earlier emails no longer work.`
        : `Somebody, hopefully you, created a ${PRODUCT} account with ${to}.`,
      `Confirm the address to sign in. The link works for ${VERIFICATION_HOURS} hours.`,
    ],
    action: { label: 'Confirm email address', url: link },
    footer: isRepeated
      ? 'If it was not you who signed up again, do not open this link: “Forgot password?” on the sign-in page lets you choose the password yourself.'
      : 'If this was not you, do nothing: without the link nobody can use the account.',
  });
  return { to, subject: `Confirm your email address for ${PRODUCT}`, link, opensAccount: true, ...content };
}

function writeChoice(url: string, to: string, token: string): Mail {
  const link = `${url}/reset-password?${new URLSearchParams({ token })}`;
  const content = renderMail({
    product: PRODUCT,
    title: 'Confirm your email address',
    paragraphs: [
      `A new confirmation link was requested for the ${PRODUCT} account of ${to}.`,
      'Choose your password to confirm the address. The link works once, for one hour, and only until you request another.',
    ],
    action: { label: 'Choose your password', url: link },
    footer: 'If this was not you, do nothing: without the link nobody can use the account.',
  });
  return { to, subject: `Confirm your email address for ${PRODUCT}`, link, opensAccount: true, ...content };
}

function writeReset(url: string, to: string, token: string): Mail {
  const link = `${url}/reset-password?${new URLSearchParams({ token })}`;
  const content = renderMail({
    product: PRODUCT,
    title: 'Choose a new password',
    paragraphs: [
      `A new password was requested for the ${PRODUCT} account of ${to}.`,
      'The link works once, for one hour, and only until you request another. When the new password is set, every device is signed out.',
    ],
    action: { label: 'Choose a new password', url: link },
    footer: 'If this was not you, do nothing: your password stays as it is.',
  });
  return { to, subject: `Choose a new password for ${PRODUCT}`, link, opensAccount: true, ...content };
}
