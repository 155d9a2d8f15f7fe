import { type JWTVerifyGetKey, createRemoteJWKSet } from 'jose';
import { z } from 'zod';

export interface Issuer {
  name: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  keys: JWTVerifyGetKey;
}

const Discovery = z.looseObject({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
export const PROVIDER_TIMEOUT_MS = 5_000;

/** OpenID discovery, at the first sign-in rather than at start-up, which must not depend on it. */
export function createDiscovery(issuer: string): () => Promise<Issuer> {
  let known: Promise<Issuer> | undefined;
  return () => {
    known ??= discover(issuer).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function discover(issuer: string): Promise<Issuer> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the OpenID issuer answered ${response.status}`);
  const found = Discovery.parse(await response.json());
  // A document of another issuer could supply foreign keys (mix-up attack).
  if (found.issuer.replace(/\/$/, '') !== issuer) throw new Error('the OpenID issuer describes another issuer');
  return {
    name: found.issuer,
    authorizationEndpoint: found.authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: PROVIDER_TIMEOUT_MS }),
  };
}
