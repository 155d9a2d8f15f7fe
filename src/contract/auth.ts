import { z } from 'zod';
import { DISPLAY_NAME_MAX } from './constants.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { Timestamp, text } from './fields.ts';
import { offerPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';

export { offerPasskeySignIn, signInWithPasskey };
import { SecondFactorCode } from './two-factor.ts';

// Longer than any valid value: those too long get our own message, not one about a number of characters.
const Email = text(1_000).meta({ description: 'An email address' });
const Password = text(1_000).meta({ description: '6 to 128 characters' });
const NewPassword = text(1_000).meta({ description: '6 to 128 characters, and none of the most common passwords' });
/** What else is revoked with the old password. Sessions and links always are. */
const Endings = {
  revokeApiKey: z.boolean().optional().meta({ description: 'True: the API key is revoked; without it, it stays' }),
  disconnectApps: z
    .boolean()
    .optional()
    .meta({ description: 'True: apps that signed in are disconnected; without it, they stay' }),
};
const Token = text(2_000);
const ReturnAddress = text(2_000).meta({ description: 'Where to go afterwards: an address of this site' });

/** The account in session answers; the full one is `Me`. */
const SessionUser = z.looseObject({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() });
const SessionRow = z.looseObject({ id: z.string(), userId: z.string(), expiresAt: z.string() });
const Done = z.looseObject({ status: z.boolean() });
/** No session yet: the answer sets the cookie of a challenge instead. */
const Challenge = z.object({ two_factor: z.literal(true) });

export const signUp = endpoint({
  id: 'signUp',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  access: 'public',
  summary: 'Create an account, or replace one that nobody confirmed; a confirmation email follows',
  body: z.strictObject({
    email: Email,
    password: NewPassword,
    name: text(DISPLAY_NAME_MAX).optional(),
    callbackURL: ReturnAddress.optional(),
    rememberMe: z.boolean().optional(),
  }),
  answer: z.looseObject({ token: z.null(), user: SessionUser }),
  errors: ['CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const signIn = endpoint({
  id: 'signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'public',
  summary: 'Sign in with email and password; the answer sets the session cookie, or asks for a second factor',
  body: z.strictObject({
    email: Email,
    password: Password,
    rememberMe: z.boolean().optional().meta({ description: 'False: the cookie ends with the browser' }),
    callbackURL: ReturnAddress.optional(),
  }),
  answer: z.union([z.looseObject({ token: z.string(), user: SessionUser }), Challenge]),
  errors: ['AUTHENTICATION_ERROR', 'FORBIDDEN', 'ACCOUNT_SUSPENDED', 'USAGE_LIMIT_EXCEEDED'],
});

export const getSignInChallenge = endpoint({
  id: 'getSignInChallenge',
  method: 'GET',
  path: '/api/auth/two-factor',
  access: 'public',
  summary: 'The sign-in of this browser that waits for a code, by the cookie of its challenge, or null',
  answer: z
    .object({ expires_at: Timestamp, tries_left: z.int().meta({ description: 'Codes that may still be tried' }) })
    .nullable(),
});

export const verifyTwoFactor = endpoint({
  id: 'verifyTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/verify',
  access: 'public',
  summary:
    'Finish a sign-in that waits for a code; the cookie of the challenge says which, the answer sets the session’s',
  body: z.strictObject({ code: SecondFactorCode }),
  answer: z.object({
    status: z.literal(true),
    to: z.string().nullable().meta({ description: 'The path of this site that the sign-in was to lead to' }),
  }),
  errors: ['AUTHENTICATION_ERROR', 'FORBIDDEN', 'ACCOUNT_SUSPENDED', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const signInSocial = endpoint({
  id: 'signInSocial',
  method: 'POST',
  path: '/api/auth/sign-in/social',
  access: 'public',
  summary: 'Start a sign-in with Google; the browser goes to the address in the answer',
  body: z.strictObject({
    provider: z.literal('google'),
    callbackURL: ReturnAddress.optional(),
    errorCallbackURL: ReturnAddress.optional(),
    newUserCallbackURL: ReturnAddress.optional(),
    disableRedirect: z.boolean().optional(),
  }),
  answer: z.looseObject({ url: z.string(), redirect: z.boolean() }),
  errors: ['NOT_FOUND'],
});

export const finishSocial = endpoint({
  id: 'finishSocial',
  method: 'GET',
  path: '/api/auth/callback/google',
  access: 'public',
  summary: 'Where Google sends the browser back to; redirects to /auth/callback, or to /login with an error',
  query: z.looseObject({
    code: Token.optional(),
    state: Token.optional(),
    error: text(200).optional(),
    iss: text(2_000).optional(),
  }),
  answer: z.null(),
});

export const signOut = endpoint({
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'public',
  summary: 'End the session of the cookie',
  body: z.strictObject({}),
  answer: z.looseObject({ success: z.boolean() }),
});

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  access: 'public',
  summary: 'The session of the cookie, or null',
  answer: z.looseObject({ session: SessionRow, user: SessionUser }).nullable(),
});

export const getToken = endpoint({
  id: 'getToken',
  method: 'GET',
  path: '/api/auth/token',
  access: 'public',
  summary: 'A short-lived access token for the session of the cookie: the bearer of every other call',
  answer: z.looseObject({ token: z.string() }),
  errors: ['AUTHENTICATION_ERROR'],
});

export const requestPasswordReset = endpoint({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  summary: 'Send a link to choose a new password; the answer is the same for every address',
  body: z.strictObject({ email: Email, redirectTo: ReturnAddress.optional() }),
  answer: Done,
  errors: ['USAGE_LIMIT_EXCEEDED'],
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary:
    'Set a new password with the token of the email; every session ends, and an unconfirmed address is confirmed',
  body: z.strictObject({ newPassword: NewPassword, token: Token, ...Endings }),
  answer: Done,
  errors: ['FORBIDDEN'],
});

export const verifyEmail = endpoint({
  id: 'verifyEmail',
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Confirm an email address with the token of the email; redirects when an address to go to is given',
  query: z.strictObject({ token: Token, callbackURL: ReturnAddress.optional() }),
  answer: Done,
});

export const sendVerificationEmail = endpoint({
  id: 'sendVerificationEmail',
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  summary: 'Mail a link that confirms an address with a new password; the answer is the same for every address',
  body: z.strictObject({ email: Email, callbackURL: ReturnAddress.optional() }),
  answer: Done,
  errors: ['USAGE_LIMIT_EXCEEDED'],
});

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'public',
  summary: 'Set a new password with the current one; every other session ends',
  body: z.strictObject({
    currentPassword: Password,
    newPassword: NewPassword,
    revokeOtherSessions: z.boolean().optional().meta({ description: 'Other sessions end in any case' }),
    ...Endings,
  }),
  answer: z.looseObject({ user: SessionUser }),
  errors: ['AUTHENTICATION_ERROR', 'FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  access: 'public',
  summary: 'The sessions of the cookie’s account; `token` holds the id that revoke-session takes, never the secret',
  answer: z.array(SessionRow),
  errors: ['AUTHENTICATION_ERROR'],
});

export const revokeSession = endpoint({
  id: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  access: 'public',
  summary: 'End one of the account’s sessions',
  body: z.strictObject({ token: text(200) }),
  answer: Done,
  errors: ['AUTHENTICATION_ERROR'],
});

export const getJwks = endpoint({
  id: 'getJwks',
  method: 'GET',
  path: '/api/auth/jwks',
  access: 'public',
  summary: 'The public keys that access tokens are signed with',
  answer: z.looseObject({ keys: z.array(z.looseObject({})) }),
});

/** The sign-in endpoints. They use the cookie, not the bearer token, and their answers have no envelope. */
export const AUTH_ENDPOINTS: readonly Endpoint[] = [
  signUp,
  signIn,
  getSignInChallenge,
  verifyTwoFactor,
  signInSocial,
  finishSocial,
  signOut,
  getSession,
  getToken,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
  sendVerificationEmail,
  changePassword,
  listSessions,
  revokeSession,
  getJwks,
  offerPasskeySignIn,
  signInWithPasskey,
];
