import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { PASSKEY_MINUTES } from '#contract/passkeys.ts';
import type { signInWithPasskey as endpoint } from '#contract/passkey-sign-in.ts';
import type { Context } from '#server/platform/context.ts';
import { passkeys } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { AuthRequest } from '../auth-door.ts';
import { trustedOrigins } from '../rules.ts';
import { withCookies } from '../sign-up-cookie.ts';
import { openProvenSession } from '../two-factor/open-proven-session.ts';
import { requirePasskeyHost } from './host.ts';
import { userHandleOf } from './offer-passkey.ts';
import { type Challenge, openTicket, sealTicket } from './ticket.ts';

type PasskeyRow = typeof passkeys.$inferSelect;
type Input = InputOf<typeof endpoint>;

const refused = () =>
  new AppError('AUTHENTICATION_ERROR', 'This passkey does not sign in here. Use another way, or try again.', {
    code: 'PASSKEY_REFUSED',
  });

/** Names no account: the device offers the passkeys it has for this host. */
export async function offerPasskeySignIn({ ctx }: AuthRequest): Promise<Response> {
  const rpID = requirePasskeyHost(ctx.config.url);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    timeout: PASSKEY_MINUTES * 60_000,
  });
  return Response.json({ options, ticket: await sealTicket(ctx, 'passkey sign-in', options.challenge) });
}

/** Opens a session for a passkey; the browser's earlier session is revoked. */
export async function signInWithPasskey(request: AuthRequest, input: Input): Promise<Response> {
  const { ctx } = request;
  const host = requirePasskeyHost(ctx.config.url);
  const asked = await openTicket(ctx, 'passkey sign-in', input.ticket);
  const [row] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, input.credential.id)).limit(1);
  if (asked === undefined || row === undefined || row.host !== host) throw refused();
  const counter = await verifySigned(ctx, row, asked, input);
  // The device was there, and a fingerprint, a face or a PIN: these are both factors.
  const cookies = await openProvenSession(request, row.userId as Id, {
    by: 'passkey',
    passkey: row.name,
    confirm: () => useOnce(ctx, row, asked, counter),
    refusal: refused,
  });
  return withCookies(Response.json({ status: true }), cookies);
}

/** The counter that the device signed. */
async function verifySigned(ctx: Context, row: PasskeyRow, asked: Challenge, { credential }: Input): Promise<number> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  // The device keeps whose passkey it is; one that names another account is not the one that was stored.
  const named = Buffer.from(userHandleOf(row.userId)).toString('base64url');
  if (userHandle != null && userHandle !== named) throw refused();
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: asked.challenge,
    expectedOrigin: trustedOrigins(ctx.config.url),
    expectedRPID: row.host,
    credential: {
      id: row.credentialId,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
      counter: row.counter,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    ctx.log.debug({ requestId: ctx.requestId, reason: String(error) }, 'a passkey was refused');
    throw refused();
  });
  if (!verified) throw refused();
  return authenticationInfo.newCounter;
}

/**
 * One statement decides between concurrent uses. A challenge works once, because each use needs a later one than the use
 * before; a counter that does not grow means that the key was copied, unless the device does not count at all.
 */
async function useOnce(ctx: Context, row: PasskeyRow, asked: Challenge, counter: number): Promise<boolean> {
  const challengedAt = new Date(asked.at);
  const isLater = or(isNull(passkeys.challengedAt), lt(passkeys.challengedAt, challengedAt));
  const hasGrown = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const used = await ctx.db
    .update(passkeys)
    .set({ counter, challengedAt, lastUsedAt: ctx.now() })
    .where(and(eq(passkeys.id, row.id), isLater, hasGrown))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
