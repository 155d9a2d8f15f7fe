import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users, sessions } from './auth.ts';
import { instant } from './columns.ts';
import { projects } from './projects.ts';

/** OAuth clients. Anybody can register, so nothing here is verified. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: uuid('id').primaryKey(),
    clientId: text('client_id').notNull(),
    clientSecret: text('client_secret'),
    /** Set where the client is identified by its metadata document; the others registered dynamically. */
    clientDiscoveryId: text('client_discovery_id'),
    disabled: boolean('disabled').default(false),
    skipConsent: boolean('skip_consent'),
    enableEndSession: boolean('enable_end_session'),
    subjectType: text('subject_type'),
    scopes: text('scopes').array(),
    clientCredentialsScopes: text('client_credentials_scopes').array(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    name: text('name'),
    uri: text('uri'),
    icon: text('icon'),
    contacts: text('contacts').array(),
    tos: text('tos'),
    policy: text('policy'),
    softwareId: text('software_id'),
    softwareVersion: text('software_version'),
    softwareStatement: text('software_statement'),
    redirectUris: text('redirect_uris').array().notNull(),
    postLogoutRedirectUris: text('post_logout_redirect_uris').array(),
    backchannelLogoutUri: text('backchannel_logout_uri'),
    backchannelLogoutSessionRequired: boolean('backchannel_logout_session_required'),
    tokenEndpointAuthMethod: text('token_endpoint_auth_method'),
    applicationType: text('application_type'),
    jwks: text('jwks'),
    jwksUri: text('jwks_uri'),
    grantTypes: text('grant_types').array(),
    responseTypes: text('response_types').array(),
    requirePKCE: boolean('require_pkce'),
    dpopBoundAccessTokens: boolean('dpop_bound_access_tokens').default(false),
    referenceId: text('reference_id'),
    metadata: jsonb('metadata'),
  },
  (t) => [
    uniqueIndex('oauth_clients_client_id_unique').on(t.clientId),
    index('oauth_clients_user_id').on(t.userId),
    index('oauth_clients_created_at').on(t.createdAt),
  ],
);

/** The audience of tokens: this instance's MCP endpoint. */
export const oauthResources = pgTable(
  'oauth_resources',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    name: text('name').notNull(),
    accessTokenTtl: integer('access_token_ttl'),
    refreshTokenTtl: integer('refresh_token_ttl'),
    signingAlgorithm: text('signing_algorithm'),
    signingKeyId: text('signing_key_id'),
    allowedScopes: text('allowed_scopes').array(),
    customClaims: jsonb('custom_claims'),
    dpopBoundAccessTokensRequired: boolean('dpop_bound_access_tokens_required').default(false),
    disabled: boolean('disabled').default(false),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    policyVersion: integer('policy_version').default(1),
    metadata: jsonb('metadata'),
  },
  (t) => [uniqueIndex('oauth_resources_identifier_unique').on(t.identifier)],
);

export const oauthClientResources = pgTable(
  'oauth_client_resources',
  {
    id: uuid('id').primaryKey(),
    clientId: text('client_id')
      .notNull()
      .references(() => oauthClients.clientId, { onDelete: 'cascade' }),
    resourceId: text('resource_id')
      .notNull()
      .references(() => oauthResources.identifier, { onDelete: 'cascade' }),
    metadata: jsonb('metadata'),
    createdAt: instant('created_at'),
  },
  (t) => [
    uniqueIndex('oauth_client_resources_unique').on(t.clientId, t.resourceId),
    index('oauth_client_resources_resource_id').on(t.resourceId),
  ],
);

const grantColumns = () => ({
  clientId: text('client_id')
    .notNull()
    .references(() => oauthClients.clientId, { onDelete: 'cascade' }),
  /** The project that the person chose. */
  referenceId: uuid('reference_id').references(() => projects.id, { onDelete: 'cascade' }),
  resources: text('resources').array(),
  requestedUserInfoClaims: text('requested_user_info_claims').array(),
  scopes: text('scopes').array().notNull(),
});

const tokenColumns = () => ({
  id: uuid('id').primaryKey(),
  /** Hashed. */
  token: text('token').notNull(),
  /** The session in which consent was given; a token outlives it. */
  sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
  authorizationCodeId: text('authorization_code_id'),
  ...grantColumns(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
  revoked: instant('revoked'),
  confirmation: jsonb('confirmation'),
});

export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    ...tokenColumns(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    rotatedAt: instant('rotated_at'),
    rotationReplayResponse: text('rotation_replay_response'),
    rotationReplayExpiresAt: instant('rotation_replay_expires_at'),
    authTime: instant('auth_time'),
  },
  (t) => [
    uniqueIndex('oauth_refresh_tokens_token_unique').on(t.token),
    index('oauth_refresh_tokens_grant').on(t.userId, t.clientId, t.referenceId),
    index('oauth_refresh_tokens_client_id').on(t.clientId),
    index('oauth_refresh_tokens_session_id').on(t.sessionId),
    index('oauth_refresh_tokens_reference_id').on(t.referenceId),
    index('oauth_refresh_tokens_code').on(t.authorizationCodeId),
    index('oauth_refresh_tokens_expires_at').on(t.expiresAt),
  ],
);

export const oauthAccessTokens = pgTable(
  'oauth_access_tokens',
  {
    ...tokenColumns(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    refreshId: uuid('refresh_id').references(() => oauthRefreshTokens.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('oauth_access_tokens_token_unique').on(t.token),
    index('oauth_access_tokens_grant').on(t.userId, t.clientId, t.referenceId),
    index('oauth_access_tokens_client_id').on(t.clientId),
    index('oauth_access_tokens_session_id').on(t.sessionId),
    index('oauth_access_tokens_reference_id').on(t.referenceId),
    index('oauth_access_tokens_refresh_id').on(t.refreshId),
    index('oauth_access_tokens_code').on(t.authorizationCodeId),
    index('oauth_access_tokens_expires_at').on(t.expiresAt),
  ],
);

/** A person's consent: this client, in this project. Without it none of their tokens is valid. */
export const oauthConsents = pgTable(
  'oauth_consents',
  {
    id: uuid('id').primaryKey(),
    ...grantColumns(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('oauth_consents_unique').on(t.userId, t.clientId, t.referenceId),
    index('oauth_consents_client_id').on(t.clientId),
    index('oauth_consents_reference_id').on(t.referenceId),
  ],
);

/** Used client assertions, against replay. */
export const oauthClientAssertions = pgTable(
  'oauth_client_assertions',
  { id: text('id').primaryKey(), expiresAt: instant('expires_at').notNull() },
  (t) => [index('oauth_client_assertions_expires_at').on(t.expiresAt)],
);
