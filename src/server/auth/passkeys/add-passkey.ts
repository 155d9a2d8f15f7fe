import { and, count, eq, gt } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { PASSKEYS_MAX, type Passkey, type addPasskey as endpoint } from '#contract/passkeys.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { passkeys } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { audit, changeAccount } from '../change-account.ts';
import { findUserForUpdate } from '../queries.ts';
import { sessionExpired } from '../refusals.ts';
import { requireUser } from '../require-user.ts';
import { trustedOrigins } from '../rules.ts';
import { requirePasskeyHost } from './host.ts';
import { tellPasskeyAdded } from './mails.ts';
import { presentPasskey } from './present.ts';
import { ALGORITHMS } from './offer-passkey.ts';
import { proofMark } from './proof-mark.ts';
import { type Purpose, openTicket } from './ticket.ts';

const refused = () =>
  new AppError(
    'FORBIDDEN',
    'The passkey could not be verified, or the dialog was open for too long. Please try again.',
    {
      code: 'PASSKEY_REFUSED',
    },
  );

/** Stores the passkey that a browser has made for the caller. */
export async function addPasskey(ctx: Context, input: InputOf<typeof endpoint>): Promise<Passkey> {
  const { userId, sessionId } = requireUser(ctx);
  const host = requirePasskeyHost(ctx.config.url);
  const mark = await proofMark(ctx.db, userId, sessionId);
  const { made, askedAt } = await verifyMade(ctx, `passkey of ${userId} ${mark}`, host, input);
  const { passkey, email } = await changeAccount(ctx, userId, async (tx) => {
    const user = await findUserForUpdate(tx, userId);
    if (user === undefined) throw sessionExpired();
    if ((await proofMark(tx, userId, sessionId)) !== mark) throw refused();
    await requireUnused(tx, userId, askedAt);
    await requireRoom(tx, userId);
    const [row] = await tx
      .insert(passkeys)
      .values({ id: newId(), userId, name: input.name, host, createdAt: ctx.now(), ...made })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) throw new AppError('CONFLICT', 'This passkey is stored already.');
    const detail = { passkey: row.name, address: ctx.address };
    await audit(ctx, tx, { action: 'passkey.added', subject: userId, detail });
    return { passkey: presentPasskey(row, ctx.config.url), email: user.email };
  });
  await tellPasskeyAdded(ctx, email, passkey.name);
  return passkey;
}

/** Serialised by the account's row, so that concurrent calls cannot exceed the limit. */
async function requireRoom(tx: Tx, userId: Id): Promise<void> {
  const [found] = await tx.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  if ((found?.n ?? 0) < PASSKEYS_MAX) return;
  throw new AppError(
    'CONFLICT',
    `An account has at most ${PASSKEYS_MAX} passkeys. Remove one that is not used any more.`,
  );
}

/** A ticket works once: it is refused as soon as the account has a passkey that is newer. */
async function requireUnused(tx: Tx, userId: Id, askedAt: Date): Promise<void> {
  const newer = and(eq(passkeys.userId, userId), gt(passkeys.createdAt, askedAt));
  const [found] = await tx.select({ id: passkeys.id }).from(passkeys).where(newer).limit(1);
  if (found !== undefined) throw refused();
}

async function verifyMade(
  ctx: Context,
  purpose: Purpose,
  host: string,
  { ticket, credential }: InputOf<typeof endpoint>,
) {
  const asked = await openTicket(ctx, purpose, ticket);
  if (asked === undefined) throw refused();
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      response: {
        clientDataJSON: credential.response.clientDataJSON,
        attestationObject: credential.response.attestationObject,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: asked.challenge,
    expectedOrigin: trustedOrigins(ctx.config.url),
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    // The library throws for whatever is wrong with the answer; what, helps nobody but whoever forges one.
    ctx.log.debug({ requestId: ctx.requestId, reason: String(error) }, 'a new passkey was refused');
    throw refused();
  });
  if (!verified) throw refused();
  const made = {
    credentialId: registrationInfo.credential.id,
    publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
    counter: registrationInfo.credential.counter,
    transports: credential.response.transports ?? [],
    isSynced: registrationInfo.credentialBackedUp,
  };
  return { made, askedAt: new Date(asked.at) };
}
