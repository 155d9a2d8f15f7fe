import * as auth from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Differences } from './operation.ts';
import { failuresOf } from './failures.ts';

const BY_COOKIE: readonly Endpoint[] = [
  auth.signOut,
  auth.getSession,
  auth.getToken,
  auth.changePassword,
  auth.listSessions,
  auth.revokeSession,
];

const REDIRECTS = new Map<Endpoint, Differences['redirect']>([
  [auth.finishSocial, 'always'],
  [auth.verifyEmail, 'sometimes'],
]);

/** The sign-in endpoints follow Better Auth: a cookie instead of a bearer token, no envelope, same origin only. */
export const ACCOUNT_ENDPOINTS: readonly { endpoint: Endpoint; differences: Differences }[] = auth.AUTH_ENDPOINTS.map(
  (endpoint) => {
    const redirect = REDIRECTS.get(endpoint);
    return {
      endpoint,
      differences: {
        plain: true,
        failures: failuresOf(
          endpoint.method === 'GET' ? endpoint : { ...endpoint, errors: [...endpoint.errors, 'FORBIDDEN'] },
        ),
        ...(BY_COOKIE.includes(endpoint) ? { security: [{ session: [] }] } : {}),
        ...(redirect === undefined ? {} : { redirect }),
      },
    };
  },
);
