import { AsyncLocalStorage } from 'node:async_hooks';
import { cimd } from '@better-auth/cimd';
import { mcp } from '@better-auth/mcp';
import type { BetterAuthPlugin } from 'better-auth';
import { ACCESS_TOKEN_PREFIX, APP_SCOPES, REFRESH_TOKEN_PREFIX } from '#contract/connected-apps.ts';
import type { Id } from '#contract/fields.ts';
import type { Config } from '#server/platform/config.ts';
import { fetchClientMetadata } from './fetch-client-metadata.ts';
import { offersSignIn, resourceOf } from './offer.ts';

export const CONNECT_PATH = '/connect';

/** All scopes, with the one that allows refresh tokens. */
export const GRANTED_SCOPES = [...APP_SCOPES, 'offline_access'];

const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 30 * 86_400;
/**
 * Refresh token rotation without a grace period: a reused token is refused at once, since one of its two users stole
 * it.
 */
const REUSE_SECONDS = 0;

/**
 * The chosen project while the consent is written, in an AsyncLocalStorage and not in the session, where two tabs would
 * overwrite each other.
 */
const choice = new AsyncLocalStorage<Id>();
export const withProject = <T>(projectId: Id, work: () => Promise<T>): Promise<T> => choice.run(projectId, work);

/** Endpoints that would bypass the consent page. */
export const CLOSED_PATHS = [
  '/oauth2/continue',
  '/oauth2/consent',
  '/oauth2/delete-consent',
  '/oauth2/update-consent',
  '/oauth2/create-client',
];

/** Better Auth's OAuth server for MCP; disabled where tokens would travel in clear text. */
export function oauthPlugins({ url, fetchesClientMetadata }: Config): BetterAuthPlugin[] {
  if (!offersSignIn(url)) return [];
  const server = mcp({
    // The consent page itself sends signed-out people to sign-in and back.
    loginPage: CONNECT_PATH,
    consentPage: CONNECT_PATH,
    resource: resourceOf(url),
    scopes: GRANTED_SCOPES,
    grantTypes: ['authorization_code', 'refresh_token'],
    // Opaque tokens, looked up at every call, so that revocation is immediate.
    disableJwtPlugin: true,
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX, refreshToken: REFRESH_TOKEN_PREFIX },
    accessTokenExpiresIn: ACCESS_SECONDS,
    refreshTokenExpiresIn: REFRESH_SECONDS,
    refreshTokenReuseInterval: REUSE_SECONDS,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // Without these any signed-in user could administer clients and resources.
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    postLogin: {
      page: CONNECT_PATH,
      shouldRedirect: () => choice.getStore() === undefined,
      consentReferenceId: () => {
        const projectId = choice.getStore();
        if (projectId === undefined) throw new Error('consent without a project');
        return projectId;
      },
    },
  });
  // Its types are incompatible with exactOptionalPropertyTypes.
  const plugin = server as unknown as BetterAuthPlugin;
  if (!fetchesClientMetadata) return [plugin];
  const byDocument = cimd({
    fetchClientMetadataResource: fetchClientMetadata,
    metadataProfile: 'mcp-2026-07-28',
  });
  return [plugin, byDocument];
}
