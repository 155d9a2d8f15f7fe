import { setTimeout as wait } from 'node:timers/promises';
import { type CryptoKey, type JWTPayload, errors, importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import { Id } from '#contract/fields.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { Services } from '#server/platform/context.ts';
import { jwks } from '#server/platform/db/tables/index.ts';
import { invalidToken, sessionExpired } from './refusals.ts';

export const TOKEN_ALGORITHM = 'EdDSA';

/** Notification that the signing keys have changed. */
export const KEYS_TOPIC = 'jwks';

export interface AccessClaims {
  userId: Id;
  sessionId: Id;
  expiresAt: number;
}

export interface AccessTokens {
  verify(token: string): Promise<AccessClaims>;
}

const Claims = z.object({ sub: Id, sid: Id, exp: z.number() });
const PublicKey = z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
const VERIFIED_MAX = 10_000;
const RELOAD_EVERY_MS = 1_000;

/** Verifies access tokens (JWT) against the keys in the database. A verified token is cached until it expires. */
export function createAccessTokens({ config, db, bus, now }: Services): AccessTokens {
  const verified = new Map<string, AccessClaims>();
  let keys = new Map<string, CryptoKey | Uint8Array>();
  let loadedAt = -Infinity;
  let loading: Promise<void> | undefined;
  let forgotten = 0;

  const forget = () => {
    const entries = keys.size + verified.size;
    forgotten += 1;
    keys = new Map();
    verified.clear();
    loadedAt = -Infinity;
    return entries;
  };
  bus.on(KEYS_TOPIC, forget);
  keepCache(bus, forget);

  const load = async (): Promise<void> => {
    // Reloads are rate-limited: forged key ids must not cause a query each. A new genuine key waits at most a second.
    await wait(Math.max(loadedAt + RELOAD_EVERY_MS - performance.now(), 0));
    const before = forgotten;
    const rows = await db.select({ id: jwks.id, publicKey: jwks.publicKey }).from(jwks);
    const imported = rows.map(async ({ id, publicKey }) => {
      const key = PublicKey.parse(JSON.parse(publicKey));
      return [id, await importJWK(key, TOKEN_ALGORITHM)] as const;
    });
    const loaded = new Map(await Promise.all(imported));
    // Invalidated while they were loading: the result may be stale.
    if (forgotten !== before) return load();
    keys = loaded;
    loadedAt = performance.now();
  };

  const keyOf = async (kid: string | undefined): Promise<CryptoKey | Uint8Array> => {
    const known = keys.get(kid ?? '');
    if (known !== undefined) return known;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    await loading;
    const found = keys.get(kid ?? '');
    if (found === undefined) throw invalidToken();
    return found;
  };

  const check = async (token: string): Promise<AccessClaims> => {
    const payload = await jwtVerify(token, ({ kid }) => keyOf(kid), {
      algorithms: [TOKEN_ALGORITHM],
      issuer: config.url,
      audience: config.url,
      currentDate: now(),
    }).then((result) => result.payload, refuse);
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw invalidToken();
    return { userId: claims.data.sub, sessionId: claims.data.sid, expiresAt: claims.data.exp * 1_000 };
  };

  return {
    async verify(token) {
      const seen = verified.get(token);
      if (seen !== undefined && seen.expiresAt > now().getTime()) return seen;
      verified.delete(token);
      const before = forgotten;
      const claims = await check(token);
      if (forgotten !== before) return claims;
      const [oldest] = verified.size >= VERIFIED_MAX ? verified.keys() : [];
      if (oldest !== undefined) verified.delete(oldest);
      verified.set(token, claims);
      return claims;
    },
  };
}

function refuse(error: unknown): JWTPayload {
  if (error instanceof errors.JWTExpired) throw sessionExpired();
  if (error instanceof errors.JOSEError) throw invalidToken();
  throw error;
}
