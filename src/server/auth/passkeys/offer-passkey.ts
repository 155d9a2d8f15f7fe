import { eq } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { PRODUCT } from '#contract/constants.ts';
import { displayNameOf } from '#contract/display-name.ts';
import { PASSKEY_MINUTES, type offerPasskey as endpoint } from '#contract/passkeys.ts';
import type { Context } from '#server/platform/context.ts';
import { passkeys } from '#server/platform/db/tables/index.ts';
import { findUser } from '../queries.ts';
import { sessionExpired } from '../refusals.ts';
import { requireReauthentication } from '../require-reauthentication.ts';
import { requireUser } from '../require-user.ts';
import { findTwoFactor } from '../two-factor/queries.ts';
import { requireCode } from '../two-factor/require-code.ts';
import { requirePasskeyHost } from './host.ts';
import { proofMark } from './proof-mark.ts';
import { sealTicket } from './ticket.ts';

/** EdDSA, ES256 and RS256 by their COSE numbers: what devices have. */
export const ALGORITHMS = [-8, -7, -257];

/** What a browser needs to make a passkey. Whoever has only the session may not add a way to come back, nor one
 * that does without the second factor. */
export async function offerPasskey(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { userId, sessionId } = requireUser(ctx);
  const rpID = requirePasskeyHost(ctx.config.url);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  // Taken before the proof, so that what changes meanwhile is not taken for proven.
  const mark = await proofMark(ctx.db, userId, sessionId);
  const why = 'Enter your password to add a passkey.';
  await requireReauthentication(ctx, user, { sessionId, password: input.password, why });
  const factor = await findTwoFactor(ctx.db, userId);
  if (factor !== undefined) await requireCode(ctx, factor, input.code ?? '');
  const own = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId));
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID,
    userName: user.email,
    userDisplayName: displayNameOf(user),
    userID: userHandleOf(userId),
    timeout: PASSKEY_MINUTES * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // Found without a name typed first; the device asks for a fingerprint, a face or a PIN, so that one passkey is two
    // factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options }, ticket: await sealTicket(ctx, `passkey of ${userId} ${mark}`, options.challenge) };
}

/** The account's id as the device keeps it: the same for all passkeys of the account, and not an address or name. */
export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
