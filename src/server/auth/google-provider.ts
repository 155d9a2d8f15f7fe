import type { BetterAuthPlugin } from 'better-auth';
import { type OAuthProvider, createAuthorizationURL } from 'better-auth/oauth2';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Config } from '#server/platform/config.ts';
import { PROVIDER_TIMEOUT_MS, createDiscovery } from './discover-issuer.ts';
import { currentCall } from './engine-call.ts';
import { googleUnreachable } from './refusals.ts';
import { fitDisplayName, isEmail, normaliseEmail } from './rules.ts';

export interface GoogleProfile {
  sub: string;
  email: string;
  name: string;
}

const TokenAnswer = z.looseObject({ id_token: z.string() });
const IdClaims = z.looseObject({
  sub: z.string().min(1).max(255),
  nonce: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
});
const ALGORITHMS = ['RS256', 'PS256', 'ES256'];

/**
 * Google as a generic OpenID provider: discovery, authorization code with PKCE, and an ID token that is accepted only
 * if signature, issuer, audience, age and nonce are valid. The tokens are not stored: no API of Google is used.
 */
export function googleProvider(
  google: NonNullable<Config['google']>,
  onOwnerKnown: (profile: GoogleProfile) => Promise<void>,
): BetterAuthPlugin {
  const discover = createDiscovery(google.issuer);

  const provider: OAuthProvider<GoogleProfile> = {
    id: 'google',
    name: 'Google',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const issuer = await discover().catch(() => {
        throw googleUnreachable();
      });
      return createAuthorizationURL({
        id: 'google',
        options: { clientId: google.clientId, clientSecret: google.clientSecret },
        authorizationEndpoint: issuer.authorizationEndpoint,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        state,
        codeVerifier,
        redirectURI,
        ...(idTokenNonce === undefined ? {} : { nonce: idTokenNonce }),
      });
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { tokenEndpoint } = await discover();
      const response = await fetch(tokenEndpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
        headers: { accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectURI,
          client_id: google.clientId,
          client_secret: google.clientSecret,
          code_verifier: codeVerifier ?? '',
        }),
      });
      if (!response.ok) throw new Error(`the token endpoint answered ${response.status}`);
      return { idToken: TokenAnswer.parse(await response.json()).id_token };
    },
    async getUserInfo({ idToken, expectedIdTokenNonce }) {
      const { name: issuer, keys } = await discover();
      const { payload } = await jwtVerify(idToken ?? '', keys, {
        algorithms: ALGORITHMS,
        // Google uses its issuer name with and without the scheme.
        issuer: [issuer, issuer.replace(/^https:\/\//, '')],
        audience: google.clientId,
        // A token without `exp` would never expire.
        requiredClaims: ['exp'],
        maxTokenAge: '10m',
        clockTolerance: '30s',
      });
      const claims = IdClaims.parse(payload);
      if (claims.nonce !== expectedIdTokenNonce) return null;
      const email = normaliseEmail(claims.email ?? '');
      if (claims.email_verified !== true || !isEmail(email)) {
        const call = currentCall();
        if (call !== undefined) call.refusal = 'email_not_verified';
        return null;
      }
      const profile = { sub: claims.sub, email, name: fitDisplayName(claims.name) };
      await onOwnerKnown(profile);
      return { user: { email, name: profile.name, emailVerified: true }, data: profile };
    },
  };

  return { id: 'baton-google', init: () => ({ context: { socialProviders: [provider] } }) };
}
