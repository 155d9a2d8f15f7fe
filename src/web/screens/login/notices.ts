import { SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { isTold } from '#web/lib/session/told-done.ts';

/** Message for somebody who was redirected here, by search parameter. */
export interface LoginNotice {
  tone: 'ok' | 'bad';
  text: string;
  /** Offers to send the confirmation mail again. */
  resend?: true;
}

const ERRORS = new Map<string, LoginNotice>([
  ['auth_callback_failed', { tone: 'bad', text: 'Signing in could not be completed. Please try again.' }],
  [
    'confirmation_failed',
    {
      tone: 'bad',
      text: 'This confirmation link has expired or was already used. Enter your email below to get a new one.',
      resend: true,
    },
  ],
]);

/** Error codes of the account library after Google or a confirmation link. */
const REASONS = new Map<string, LoginNotice>([
  [
    'linked_to_another',
    {
      tone: 'bad',
      text: 'The account with this address is linked to another Google account. Sign in with that one, or with your password; “Forgot password?” emails you a link.',
    },
  ],
  [
    'link_replaced',
    {
      tone: 'bad',
      text: 'Somebody signed up again with this address after this link was sent. If that was you, use the newest email. If not, enter your email below to get a link and choose your password.',
      resend: true,
    },
  ],
  ['account_suspended', { tone: 'bad', text: 'This account is suspended. Please contact support.' }],
  ['sign_up_closed', { tone: 'bad', text: SIGNUP_TEXTS.closed }],
]);

const UNKNOWN: LoginNotice = { tone: 'bad', text: 'Something went wrong while signing in. Please try again.' };

export function noticeOf(search: URLSearchParams): LoginNotice | undefined {
  const error = search.get('error');
  if (error !== null) return REASONS.get(search.get('reason') ?? '') ?? ERRORS.get(error) ?? UNKNOWN;
  if (search.has('confirmed') && isTold('confirmed'))
    return { tone: 'ok', text: 'Your email is confirmed. You can sign in now.' };
  if (search.has('reset') && isTold('reset'))
    return { tone: 'ok', text: 'Your password has been changed. Sign in with the new one.' };
  return undefined;
}
