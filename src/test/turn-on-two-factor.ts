import { type AuthServer, type Browser, PASSWORD, read } from './auth-server.ts';
import { totp } from './totp.ts';

export interface App {
  secret: string;
  backupCodes: string[];
  /** The code of now, or of so many steps later. */
  code(later?: number): string;
  /** A code that was not used, half a minute later. */
  nextCode(): string;
}

/** Turns two-factor authentication on in a signed-in browser, as a person with an authenticator app does. */
export async function turnOnTwoFactor(
  { clock }: Pick<AuthServer, 'clock'>,
  browser: Browser,
  password: string | null = PASSWORD,
): Promise<App> {
  const begun = await browser.call('POST', '/api/me/two-factor', password === null ? {} : { password });
  const secret = String(read(begun.body, 'data', 'secret'));
  const code = (later = 0) => totp(secret, clock.now().getTime() + later * 30_000);
  const confirmed = await browser.call('POST', '/api/me/two-factor/confirm', { code: code() });
  return {
    secret,
    code,
    backupCodes: read(confirmed.body, 'data', 'backup_codes') as string[],
    nextCode: () => {
      clock.advance(30_000);
      return code();
    },
  };
}
