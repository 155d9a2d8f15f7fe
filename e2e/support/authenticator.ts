import type { Page } from '@playwright/test';
import { totp } from '#test/totp.ts';
import type { Instance } from './instance.ts';
import type { Person } from './people.ts';
import { apiOf } from './person-api.ts';

/**
 * The codes of an app. Each works once: a second one is that of the next half minute, which the server takes as well
 * and which stays good when the minute turns meanwhile.
 */
export const codeNow = (secret: string): string => totp(secret, Date.now());
export const codeAfter = (secret: string): string => totp(secret, Date.now() + 30_000);

/** Turns two-factor authentication on over the API. The browser must be signed in. */
export async function turnOnTwoFactor(page: Page, server: Instance, { password }: Person) {
  const api = await apiOf(page, server);
  const { secret } = await api.send<{ secret: string }>('POST', '/api/me/two-factor', { password });
  const { backup_codes: backupCodes } = await api.send<{ backup_codes: string[] }>(
    'POST',
    '/api/me/two-factor/confirm',
    { code: codeNow(secret) },
  );
  return { secret, backupCodes };
}
