import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/constants.ts';
import { SIGNUP_TEXTS } from '#contract/session-texts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import { AppError } from '#server/platform/error.ts';
import { isCommonPassword, isOwnName } from './common-passwords.ts';
import { isEmail, normaliseEmail, waitSentence } from './rules.ts';

/** All messages of the sign-in endpoints. */
export const noSession = () => new AppError('AUTHENTICATION_ERROR', 'No active session');
export const invalidToken = () => new AppError('AUTHENTICATION_ERROR', 'Invalid authentication token');
export const unknownKey = () =>
  new AppError('AUTHENTICATION_ERROR', 'This API key is not known. It may have been regenerated: copy the new one.');
export const expiredKey = (keyOf: Id) =>
  new AppError('AUTHENTICATION_ERROR', 'This API key has expired. Rotate it, or make another one.', { keyOf });
export const brokenKey = () =>
  new AppError('AUTHENTICATION_ERROR', 'This is not a whole API key. Copy it again; it begins with baton_.');
export const keyNotSet = () => new AppError('AUTHENTICATION_ERROR', KEY_TEXTS.notSet, { code: 'API_KEY_NOT_SET' });
export const invalidProjectId = () =>
  invalid('x-project-id', undefined, 'x-project-id is not a project id. Copy it from the project’s page.');
export const sessionExpired = () =>
  new AppError('AUTHENTICATION_ERROR', 'Your session has expired. Please sign in again.', { code: 'SESSION_EXPIRED' });
export const suspended = (keyOf?: Id) =>
  new AppError(
    'ACCOUNT_SUSPENDED',
    'This account is suspended. Please contact support.',
    keyOf === undefined ? {} : { keyOf },
  );
export const invalidCredentials = () =>
  new AppError('AUTHENTICATION_ERROR', 'Invalid email or password. Please check your credentials and try again.', {
    code: 'INVALID_CREDENTIALS',
  });
export const wrongPassword = () =>
  new AppError('FORBIDDEN', 'The current password is not right.', { code: 'INVALID_CREDENTIALS' });
/** Caught by the doors of the sign-in, which answer with a challenge instead. */
export const secondFactorNeeded = () =>
  new AppError('FORBIDDEN', 'This account is signed in to with a second factor as well.', {
    code: 'SECOND_FACTOR_NEEDED',
  });
export const wrongCode = () =>
  new AppError(
    'FORBIDDEN',
    'This code is not right. Check it in your authenticator app, and the clock of the device.',
    {
      code: 'WRONG_CODE',
    },
  );
export const usedCode = () =>
  new AppError('FORBIDDEN', 'This code was used already. Wait for the next one.', { code: 'WRONG_CODE' });
export const secretUnreadable = () =>
  new AppError(
    'CONFLICT',
    'The server cannot read the secret of your authenticator app any more: its own secret was replaced. Use a backup code, or ask an administrator to turn two-factor authentication off.',
    { code: 'SECRET_UNREADABLE' },
  );
export const challengeOver = () =>
  new AppError('AUTHENTICATION_ERROR', 'This sign-in has run out. Please sign in again.', { code: 'SIGN_IN_AGAIN' });
export const ownSecondFactor = () =>
  new AppError(
    'FORBIDDEN',
    'Turn off your own two-factor authentication on your account page, or ask another administrator.',
  );
export const twoFactorOff = () => new AppError('CONFLICT', 'Two-factor authentication is not on for this account.');
export const noPassword = () =>
  new AppError('CONFLICT', 'This account has no password yet. Use “Forgot password?” on the sign-in page to set one.');
export const emailNotVerified = () =>
  new AppError('FORBIDDEN', 'Please check your email and click the confirmation link before signing in.', {
    code: 'EMAIL_NOT_VERIFIED',
  });
export const emailTaken = () =>
  new AppError('CONFLICT', 'This email is already registered. Please try signing in instead.', { code: 'EMAIL_TAKEN' });
export const deadLink = () =>
  invalid('token', 'INVALID_TOKEN', 'This link has expired or was already used. Please ask for a new one.');
export const replacedLink = () =>
  invalid(
    'token',
    'INVALID_TOKEN',
    'Somebody signed up again with this address after this link was sent. Use the link of the newest mail if that was you; otherwise ask for a new link and choose your password.',
  );
export const foreignOrigin = () => new AppError('FORBIDDEN', 'This request did not come from this site.');
export const signUpClosed = () =>
  new AppError('FORBIDDEN', SIGNUP_TEXTS.closed, {
    code: 'SIGN_UP_CLOSED',
  });
export const noGoogle = () => new AppError('NOT_FOUND', 'Google sign-in is not set up on this server.');
export const lastAdministrator = () =>
  new AppError('CONFLICT', 'This is the last administrator. Make somebody else an administrator first.', {
    code: 'LAST_ADMINISTRATOR',
  });
export const noSuchEmail = (email: string) => new AppError('NOT_FOUND', `No account has the email address ${email}.`);

export const serverBusy = () =>
  new AppError('INTERNAL_ERROR', 'The server is busy right now. Please try again in a moment.', {
    code: 'SERVER_BUSY',
    status: 503,
    retryAfterSeconds: 5,
  });
export const googleUnreachable = () =>
  new AppError('INTERNAL_ERROR', 'Google cannot be reached right now. Please try again in a moment.', {
    status: 503,
    retryAfterSeconds: 10,
  });
export const mailFailed = (sentence: string) =>
  new AppError('INTERNAL_ERROR', sentence, { code: 'MAIL_FAILED', status: 503, retryAfterSeconds: 60 });
export const tooManyAttempts = (seconds: number) =>
  new AppError('USAGE_LIMIT_EXCEEDED', `Too many failed attempts. Please try again in ${waitSentence(seconds)}.`, {
    code: 'TOO_MANY_ATTEMPTS',
    retryAfterSeconds: seconds,
  });

/** Normalised as it is stored. */
export function requireEmail(email: string): string {
  const normal = normaliseEmail(email);
  if (!isEmail(normal)) throw invalid('email', 'INVALID_EMAIL', 'Please enter a valid email address.');
  return normal;
}

/** For new passwords only: an account that already has a common one can still sign in with it. */
export async function requireNewPassword(password: string, path: string): Promise<void> {
  requirePasswordNotTooLong(password, path);
  if (password.length < PASSWORD_MIN)
    throw invalid(path, 'PASSWORD_TOO_SHORT', `Password must be at least ${PASSWORD_MIN} characters long.`);
  if (isCommonPassword(password)) throw tooCommon(path);
}

/** Attackers try the account's own name and address before any list. */
export function requireNotOwnName(password: string, path: string, person: { email: string; name: string }): void {
  if (isOwnName(password, person)) throw tooCommon(path);
}

export function requirePasswordNotTooLong(password: string, path: string): void {
  if (password.length <= PASSWORD_MAX) return;
  throw invalid(path, 'PASSWORD_TOO_LONG', `Password must be at most ${PASSWORD_MAX} characters long.`);
}

const tooCommon = (path: string) =>
  invalid(
    path,
    'PASSWORD_TOO_COMMON',
    'This password is one of the most common ones, which are tried first. Choose another, for example a few words that do not belong together.',
  );

export function invalid(path: string, code: ErrorCode | undefined, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    ...(code === undefined ? {} : { code }),
    issues: [{ path, message }],
  });
}
