import { symmetricEncrypt } from 'better-auth/crypto';
import { desc } from 'drizzle-orm';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { jwks } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { TEST_SECRET, type TestServer } from './harness.ts';

export const ALGORITHM = 'EdDSA';

interface SigningKey {
  id: string;
  privateKey: CryptoKey;
}

/**
 * The key with which a server signs access tokens: one of the tests, inserted where the server has none yet. Undefined
 * where the server has generated one.
 */
export async function signingKeyOf({ db }: TestServer): Promise<SigningKey | undefined> {
  const { privateKey, publicKey, sealed } = await (pair ??= makePair());
  const [newest] = await db
    .select({ id: jwks.id, publicKey: jwks.publicKey })
    .from(jwks)
    .orderBy(desc(jwks.createdAt))
    .limit(1);
  if (newest !== undefined) return newest.publicKey === publicKey ? { id: newest.id, privateKey } : undefined;
  const id = newId();
  await db.insert(jwks).values({ id, publicKey, privateKey: sealed, alg: ALGORITHM, crv: 'Ed25519' });
  return { id, privateKey };
}

let pair: ReturnType<typeof makePair> | undefined;

/** Encrypted as Better Auth does, which signs with this key too. */
async function makePair() {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const data = JSON.stringify(await exportJWK(privateKey));
  return {
    privateKey,
    publicKey: JSON.stringify(await exportJWK(publicKey)),
    sealed: JSON.stringify(await symmetricEncrypt({ key: TEST_SECRET, data })),
  };
}
