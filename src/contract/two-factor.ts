import { z } from 'zod';
import { PASSWORD_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Nothing, Timestamp, text } from './fields.ts';

export const BACKUP_CODES = 10;
/** How long a code can be given after the password, and how long the set-up of an app may take. */
export const CHALLENGE_MINUTES = 10;
export const SET_UP_MINUTES = 15;

/** Longer than any code, so that spaces and dashes may be typed. */
export const SecondFactorCode = text(100).meta({
  description: 'Six digits of the authenticator app, or a backup code',
});
const Password = text(PASSWORD_MAX)
  .optional()
  .meta({ description: 'Needed when the account has one; else a sign-in of the last minutes' });
const NewCodes = z.object({
  backup_codes: z.array(z.string()).meta({ description: 'Each works once; told only here' }),
});

export const TwoFactor = z.object({
  is_on: z.boolean(),
  since: Timestamp.nullable(),
  backup_codes_left: z.int(),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

export const getTwoFactor = endpoint({
  id: 'getTwoFactor',
  method: 'GET',
  path: '/api/me/two-factor',
  access: 'user',
  summary: 'Whether sign-in asks for a code as well, and how many backup codes are left',
  answer: TwoFactor,
});

export const beginTwoFactor = endpoint({
  id: 'beginTwoFactor',
  method: 'POST',
  path: '/api/me/two-factor',
  access: 'user',
  summary: 'Make the secret for an authenticator app; nothing is asked for until it is confirmed with a code',
  body: z.strictObject({ password: Password }),
  answer: z.object({
    secret: z.string().meta({ description: 'Base32, to type into the app' }),
    uri: z.string().meta({ description: 'The same as an otpauth address, for a QR code' }),
  }),
  errors: ['FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const confirmTwoFactor = endpoint({
  id: 'confirmTwoFactor',
  method: 'POST',
  path: '/api/me/two-factor/confirm',
  access: 'user',
  summary: 'Turn two-factor authentication on with a first code; every other session ends',
  body: z.strictObject({ code: SecondFactorCode }),
  answer: NewCodes,
  errors: ['FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const turnOffTwoFactor = endpoint({
  id: 'turnOffTwoFactor',
  method: 'DELETE',
  path: '/api/me/two-factor',
  access: 'user',
  summary: 'Turn two-factor authentication off',
  body: z.strictObject({ password: Password, code: SecondFactorCode }),
  answer: Nothing,
  errors: ['FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const renewBackupCodes = endpoint({
  id: 'renewBackupCodes',
  method: 'POST',
  path: '/api/me/two-factor/backup-codes',
  access: 'user',
  summary: 'Make new backup codes; those before stop working',
  body: z.strictObject({ password: Password, code: SecondFactorCode }),
  answer: NewCodes,
  errors: ['FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});
