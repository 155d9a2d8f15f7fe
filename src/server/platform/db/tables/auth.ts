import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, updatedAt } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().default(''),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    status: text('status').notNull().default('active').$type<'active' | 'suspended'>(),
    isAdmin: boolean('is_admin').notNull().default(false),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(t.email),
    index('users_newest').on(t.createdAt.desc(), t.id.desc()),
    index('users_newest_by_status').on(t.status, t.createdAt.desc(), t.id.desc()),
    index('users_admins')
      .on(t.id)
      .where(sql`${t.isAdmin}`),
    check('users_status', sql`${t.status} in ('active', 'suspended')`),
  ],
);

/** When a browser or an agent of the account last called, to the minute. */
export const userActivity = pgTable(
  'user_activity',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    lastActiveAt: instant('last_active_at').notNull(),
  },
  (t) => [index('user_activity_latest').on(t.lastActiveAt)],
);

/** Number of accounts, as a striped counter against lock contention; maintained by a trigger. */
export const userCounts = pgTable(
  'user_counts',
  {
    status: text('status').notNull(),
    stripe: smallint('stripe').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.status, t.stripe] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('sessions_token_unique').on(t.token), index('sessions_user_id').on(t.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('accounts_user_id').on(t.userId),
    uniqueIndex('accounts_provider_account_unique').on(t.providerId, t.accountId),
    uniqueIndex('accounts_one_google_link')
      .on(t.userId)
      .where(sql`${t.providerId} = 'google'`),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    /** How many codes were tried with a challenge for the second factor; null for links. */
    codesTried: smallint('codes_tried'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
);

/** The second factor of an account; asked for once it is confirmed with a first code. */
export const twoFactor = pgTable('two_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Of the time-based codes, sealed with the instance's secret. */
  secret: text('secret').notNull(),
  /** The latest time step that a code was taken for: a code works once. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: createdAt(),
  confirmedAt: instant('confirmed_at'),
});

/** The backup codes that were not used yet. Hashed without the instance's secret, so that they survive its loss. */
export const twoFactorBackupCodes = pgTable(
  'two_factor_backup_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => twoFactor.userId, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

/** A change of the address that waits for both of its links; one for an account, the latest. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    /** Hashes of the tokens in the links. */
    oldHash: text('old_hash').notNull(),
    newHash: text('new_hash').notNull(),
    oldConfirmedAt: instant('old_confirmed_at'),
    newConfirmedAt: instant('new_confirmed_at'),
    /** The session that asked, which stays when the others end. */
    sessionId: uuid('session_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('email_changes_old').on(t.oldHash),
    uniqueIndex('email_changes_new').on(t.newHash),
    index('email_changes_expire').on(t.expiresAt),
  ],
);

export const jwks = pgTable('jwks', {
  id: uuid('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
  expiresAt: instant('expires_at'),
  alg: text('alg'),
  crv: text('crv'),
});

/** Consecutive failures, one row per account and one per IP address; the account is stored as a hash. */
export const signInFailures = pgTable('sign_in_failures', {
  subject: text('subject').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: instant('locked_until'),
  updatedAt: updatedAt(),
});

/** Keys of devices that sign in without a password; the private half never leaves the device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The host name it was made for. */
    host: text('host').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** Uses that the device has signed for; 0 for devices that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    isSynced: boolean('is_synced').notNull(),
    /** When the challenge of the last use was made. */
    challengedAt: instant('challenged_at'),
    lastUsedAt: instant('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('passkeys_credential_unique').on(t.credentialId), index('passkeys_user_id').on(t.userId)],
);
