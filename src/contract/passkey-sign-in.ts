import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { CEREMONY_OPTIONS, CREDENTIAL_FIELDS, TICKET } from './passkey-ceremony.ts';

export const offerPasskeySignIn = endpoint({
  id: 'offerPasskeySignIn',
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'public',
  summary: 'What a browser needs to sign in with a passkey',
  body: z.strictObject({}),
  answer: z.object({ options: CEREMONY_OPTIONS, ticket: z.string() }),
  errors: ['NOT_FOUND'],
});

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/passkey/sign-in',
  access: 'public',
  summary: 'Sign in with a passkey; the answer sets the session cookie',
  body: z.strictObject({
    ticket: TICKET,
    credential: z.object({
      ...CREDENTIAL_FIELDS,
      response: z.object({
        clientDataJSON: text(4_000),
        authenticatorData: text(4_000),
        signature: text(4_000),
        userHandle: text(200).nullish(),
      }),
    }),
  }),
  answer: z.object({ status: z.boolean() }),
  errors: ['NOT_FOUND', 'AUTHENTICATION_ERROR', 'ACCOUNT_SUSPENDED', 'USAGE_LIMIT_EXCEEDED'],
});
