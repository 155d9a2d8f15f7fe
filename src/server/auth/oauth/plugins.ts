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

/** Everything an app can be given, with what lets it stay connected. */
export const GRANTED_SCOPES = [...APP_SCOPES, 'offline_access'];

const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 30 * 86_400;
/** A refresh token that comes a second time is refused at once, whoever sends it: one of the two has stolen it. */
const REUSE_SECONDS = 0;

/** The project somebody chose, while their consent is written. Nowhere else: two tabs would mix on the session. */
const choice = new AsyncLocalStorage<Id>();
export const withProject = <T>(projectId: Id, work: () => Promise<T>): Promise<T> => choice.run(projectId, work);

/** Ways around the page on which a person chooses and consents. */
export const CLOSED_PATHS = [
  '/oauth2/continue',
  '/oauth2/consent',
  '/oauth2/delete-consent',
  '/oauth2/update-consent',
  '/oauth2/create-client',
];

/** Better Auth's authorization server for the agents' door, or none where tokens would travel in the clear. */
export function oauthPlugins({ url, fetchesClientMetadata }: Config): BetterAuthPlugin[] {
  if (!offersSignIn(url)) return [];
  const server = mcp({
    // Whoever is signed out is led from the one page to the sign-in page and back.
    loginPage: CONNECT_PATH,
    consentPage: CONNECT_PATH,
    resource: resourceOf(url),
    scopes: GRANTED_SCOPES,
    grantTypes: ['authorization_code', 'refresh_token'],
    // Tokens are looked up at every call, so that a revoked one is refused at once.
    disableJwtPlugin: true,
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX, refreshToken: REFRESH_TOKEN_PREFIX },
    accessTokenExpiresIn: ACCESS_SECONDS,
    refreshTokenExpiresIn: REFRESH_SECONDS,
    refreshTokenReuseInterval: REUSE_SECONDS,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // Without these any signed-in person administers clients and resources.
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
  // Its types were not written for exact optional properties.
  const plugin = server as unknown as BetterAuthPlugin;
  if (!fetchesClientMetadata) return [plugin];
  const byDocument = cimd({
    fetchClientMetadataResource: fetchClientMetadata,
    metadataProfile: 'mcp-2026-07-28',
  });
  return [plugin, byDocument];
}
