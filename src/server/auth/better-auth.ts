import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { DrizzleQueryError } from 'drizzle-orm';
import { ACCESS_TOKEN_SECONDS, PASSWORD_MAX, PASSWORD_MIN, PRODUCT } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Services } from '#server/platform/context.ts';
import * as tables from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { TOKEN_ALGORITHM } from './access-token.ts';
import { admitSession } from './admit-session.ts';
import { dropPrincipal } from './change-account.ts';
import { claimUnverifiedAccount } from './claim-unverified-account.ts';
import { confirmAddress } from './confirm-address.ts';
import { bindLink } from './confirmation-link.ts';
import { currentCall } from './engine-call.ts';
import { googleProvider } from './google-provider.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { holdGoogleLink } from './hold-google-link.ts';
import { admitNewcomer } from './invitations/admit-newcomer.ts';
import { RESET_HOURS, VERIFICATION_HOURS } from './mails.ts';
import { CLOSED_PATHS, oauthPlugins } from './oauth/plugins.ts';
import { GOOGLE, noteRefusedLink, requireOneGoogleLink } from './require-one-google-link.ts';
import { cookiePrefixOf, trustedOrigins } from './rules.ts';

export const ADDRESS_HEADER = 'x-baton-address';
export const BASE_PATH = '/api/auth';

/** Better Auth's model names for our tables. */
const SCHEMA = {
  user: tables.users,
  session: tables.sessions,
  account: tables.accounts,
  verification: tables.verifications,
  jwks: tables.jwks,
  oauthClient: tables.oauthClients,
  oauthResource: tables.oauthResources,
  oauthClientResource: tables.oauthClientResources,
  oauthRefreshToken: tables.oauthRefreshTokens,
  oauthAccessToken: tables.oauthAccessTokens,
  oauthConsent: tables.oauthConsents,
  oauthClientAssertion: tables.oauthClientAssertions,
};

const SESSION_DAYS = 30;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Better Auth on our tables: it manages sessions, links and tokens; authorization and the wording of answers are ours.
 */
export function createBetterAuth(services: Services, secret: string) {
  const { config, db } = services;
  return betterAuth({
    appName: PRODUCT,
    baseURL: config.url,
    basePath: BASE_PATH,
    secret,
    trustedOrigins: trustedOrigins(config.url),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    disabledPaths: CLOSED_PATHS,
    // Unexpected errors propagate to our own error handler.
    onAPIError: { throw: true, errorURL: `${config.url}/login?error=auth_callback_failed` },
    logger: loggerOf(services),
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: SCHEMA,
    }),
    advanced: advancedOf(config.url),
    session: { expiresIn: SESSION_DAYS * DAY, updateAge: DAY, freshAge: 0 },
    verification: { storeIdentifier: 'hashed' },
    account: { updateAccountOnSignIn: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_HOURS * HOUR,
      password: {
        hash: async (password) => currentCall()?.passwordHash ?? hashPassword(password),
        verify: ({ password, hash }) => {
          const call = currentCall();
          if (call !== undefined) call.comparedHash = hash;
          return verifyPassword(password, hash);
        },
      },
      // Its answer for a taken address is a synthetic account, against enumeration; ours is the sentence that the
      // sign-up page shows.
      customSyntheticUser: () => {
        throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'taken' });
      },
      sendResetPassword: async ({ user, token }) =>
        void currentCall()?.mails.push({ kind: 'reset', userId: user.id, email: user.email, token }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: false,
      expiresIn: VERIFICATION_HOURS * HOUR,
      sendVerificationEmail: async ({ user, token: unbound }) => {
        const call = currentCall();
        if (call === undefined) return;
        // The hash of the password of this request, not the one stored by now, which a concurrent sign-up may have
        // replaced.
        const token = bindLink(unbound, call.passwordHash ?? call.comparedHash);
        call.mails.push({ kind: 'verification', userId: user.id, email: user.email, token });
      },
      beforeEmailVerification: ({ id, email }) =>
        confirmAddress(services, {
          userId: id,
          email,
          isFor: (hash) => currentCall()?.link?.isFor(hash) ?? false,
        }),
      afterEmailVerification: async (user) => {
        const call = currentCall();
        if (call !== undefined) call.confirmed = user.id as Id;
      },
    },
    databaseHooks: hooksOf(services),
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: TOKEN_ALGORITHM, crv: 'Ed25519' } },
        jwt: {
          issuer: config.url,
          audience: config.url,
          expirationTime: `${ACCESS_TOKEN_SECONDS}s`,
          definePayload: ({ session }) => ({ sid: session.id }),
        },
      }),
      ...oauthPlugins(config),
      ...(config.google === undefined
        ? []
        : [googleProvider(config.google, (owner) => claimUnverifiedAccount(services, owner))]),
    ],
  });
}

function advancedOf(url: string): BetterAuthOptions['advanced'] {
  const https = url.startsWith('https:');
  return {
    // Its own prefix would be the weaker __Secure-; ours is __Host-, set here with the attributes it requires.
    useSecureCookies: false,
    cookiePrefix: cookiePrefixOf(url),
    defaultCookieAttributes: { secure: https, httpOnly: true, sameSite: 'lax', path: '/' },
    // Explicit, because under a test runner the default is to skip the checks.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    // The HTTP layer has already resolved which proxies to trust.
    ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    database: { generateId: () => newId() },
  };
}

function hooksOf(services: Services): BetterAuthOptions['databaseHooks'] {
  return {
    user: {
      create: { before: (user) => admitNewcomer(services, user.email) },
      update: { after: (user) => dropPrincipal(services, user.id) },
    },
    // Google's tokens are not needed, and what is not stored cannot leak.
    account: {
      create: {
        before: async (account) => {
          await requireOneGoogleLink(services, account);
          await holdGoogleLink(services, account);
          return { data: { accessToken: null, refreshToken: null, idToken: null, scope: null } };
        },
        after: async ({ userId, providerId }) => {
          const call = currentCall();
          if (call !== undefined && providerId === GOOGLE) call.linked = userId as Id;
        },
      },
    },
    session: {
      create: {
        before: (session) => admitSession(services, session.userId),
        after: async ({ userId, token }) => {
          const call = currentCall();
          if (call !== undefined) call.opened = { userId: userId as Id, token };
        },
      },
      delete: { after: (session) => dropPrincipal(services, session.userId) },
    },
  };
}

/**
 * Better Auth turns some database errors into answers and only logs them: they are captured here, so that our error
 * handler gets them.
 */
function loggerOf({ log }: Services): BetterAuthOptions['logger'] {
  return {
    level: 'warn',
    log: (level, message, ...details: unknown[]) => {
      const call = currentCall();
      const failed = details.find((detail) => detail instanceof DrizzleQueryError);
      if (call !== undefined && failed instanceof DrizzleQueryError) call.databaseError ??= failed;
      noteRefusedLink(failed);
      // Details may contain email addresses, hashes and tokens; the message alone does not.
      log.debug({ from: 'better-auth', level }, message);
    },
  };
}
