import type { Config } from '../platform/config.ts';
import { isLocalUrl, isLoopback } from '../platform/local-address.ts';
import type { Logger } from '../platform/log.ts';

/** At the start, what the configuration alone says of a proxy: a public address is answered by no server that listens here. */
export function warnOfProxies({ url, host, trustedProxies }: Config, log: Logger): void {
  if (trustedProxies.length > 0 || isLocalUrl(url)) return;
  if (!isLoopback(host) && host !== 'localhost') return;
  log.warn(
    { variable: 'BATON_TRUSTED_PROXIES', see: 'docs/on-the-internet.md' },
    'BATON_URL is public and HOST is this machine, so a proxy stands in front, and none is trusted: all people share its address. Set BATON_TRUSTED_PROXIES',
  );
}
