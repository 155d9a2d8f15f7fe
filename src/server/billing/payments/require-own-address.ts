import { trustedOrigins } from '#server/auth/index.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/error.ts';

/** Allows only URLs of this instance as a return address, against open redirects. */
export function requireOwnAddress(config: Pick<Config, 'url'>, name: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // The protocol is checked too: a blob: URL has the origin of the page that created it.
  const isOwn =
    url !== undefined &&
    trustedOrigins(config.url).includes(url.origin) &&
    url.protocol === new URL(config.url).protocol &&
    url.username + url.password === '';
  if (isOwn) return url.href;
  const message = `must be an address of this instance, such as ${config.url}/subscription`;
  throw new AppError('VALIDATION_ERROR', `${name} ${message}.`, {
    code: 'RETURN_URL',
    issues: [{ path: name, message }],
  });
}
