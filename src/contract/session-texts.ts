import { PASSWORD_MIN } from './constants.ts';

/** Texts of sign-in and of ended sessions. */

export const SESSION_TEXTS = {
  noToken: 'No authentication token available',
  sessionExpired: 'Session expired. Please sign in again.',
  expiredToast: 'Your session has expired. Please sign in again.',
} as const;

export const LOGIN_TEXTS = {
  title: 'Welcome Back',
  submit: 'Sign In',
  google: 'Continue with Google',
  rememberMe: 'Remember me',
  forgot: 'Forgot password?',
  invalidCredentials: 'Invalid email or password. Please check your credentials and try again.',
  unconfirmed: 'Please check your email and click the confirmation link before signing in.',
  unexpected: 'An unexpected error occurred. Please try again.',
  googleFailed: 'Failed to sign in with Google. Please try again.',
  emailFirst: 'Please enter your email address first',
  resetFailed: 'Failed to send reset email. Please try again.',
  resetSent: 'Password reset link sent! Check your email.',
} as const;

export const PASSKEY_TEXTS = {
  signIn: 'Sign in with a passkey',
  notUsed: 'No passkey was used. Try again, or sign in with your password.',
  notMade: 'No passkey was made. Try again; the browser’s dialog was closed or took too long.',
  there: 'This device has a passkey for your account already.',
} as const;

export const TWO_FACTOR_TEXTS = {
  title: 'Two-Factor Authentication',
  lead: 'This account asks for a code of its authenticator app as well.',
  noCode: 'Please enter the code.',
  notSixDigits: 'The code of the app has six digits.',
  noBackupCode: 'Please enter a backup code.',
  notABackupCode: 'A backup code has sixteen letters and digits, such as abcd-2345-efgh-6723.',
  overTitle: 'Please Sign In Again',
  over: 'No sign-in waits for a code in this browser. It may have taken longer than ten minutes, had too many wrong codes, or be finished.',
  back: 'Back to Sign In',
} as const;

export const SIGNUP_TEXTS = {
  title: 'Create Account',
  submit: 'Create Account',
  acceptTerms: 'Please accept the Terms of Service and Privacy Policy to continue.',
  alreadyRegistered: 'This email is already registered. Please try signing in instead.',
  invalidEmail: 'Please enter a valid email address.',
  shortPassword: `Password must be at least ${PASSWORD_MIN} characters long.`,
  closed: 'Sign-up is closed here. Ask the administrator for an invitation.',
  lead: {
    open: 'One project, one PRD, one key. Then hand it to your agent.',
    closed: 'This Baton is for a team: use the address you were invited with.',
    domain: 'This Baton is for a team: use the address you were invited with, or your work address.',
  },
  created: 'Account created! Please check your email to verify your account before signing in.',
  maybeRegistered: 'This email may already be registered. If you have an account, please try signing in instead.',
} as const;

/** The page after a sign-up, until the link is opened. */
export const CHECK_MAIL_TEXTS = {
  title: 'Check your mail',
  sentTo: 'The confirmation link is on its way to',
  here: 'Open it in this browser and you are signed in. It works for 24 hours.',
  resend: 'Send it again',
  wait: (seconds: number) => `Send it again in ${seconds} s`,
  resent: 'Sent again. Only the newest mail needs to be opened.',
  resendFailed: 'The mail could not be sent. Please try again.',
  wrong: 'Wrong address?',
  startAgain: 'Start again',
} as const;

export const CALLBACK_TEXTS = {
  authenticating: 'Authenticating...',
  failedCode: 'auth_callback_failed',
} as const;
