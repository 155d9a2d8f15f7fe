import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRanges, unmap } from '../address-ranges.ts';
import type { Services } from '../context.ts';
import { isLocalUrl, isLoopback } from '../local-address.ts';
import { noteForwarder } from '../observations.ts';
import { standsAlone } from './caller.ts';
import { findForwardedHeader, findProxyHeader } from './proxy-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether anything has shown that a proxy stands in front of a server that is configured as if there were none. */
    proxySeen(): boolean;
  }
}

const GUIDE = 'docs/on-the-internet.md';
/** Anybody can send these headers: the bound of memory, lines and rows. */
const ADDRESSES_MAX = 10;
const AGAIN_AFTER_MS = 3_600_000;

/** Looks at what proxies add to requests: warns where they are not trusted, and closes the outbox where there should be none. */
export function watchProxies(app: FastifyInstance, services: Services): void {
  watchForTrust(app, services);
  watchForAny(app, services);
}

function watchForTrust(app: FastifyInstance, services: Services): void {
  const trusted = createRanges(services.config.trustedProxies);
  const trustedSockets = new WeakSet<Socket>();
  const notedAt = new Map<string, number>();
  const writing = new Set<Promise<void>>();

  function note(address: string, header: string): void {
    const at = services.now().getTime();
    const last = notedAt.get(address);
    if (last === undefined ? notedAt.size >= ADDRESSES_MAX : at - last < AGAIN_AFTER_MS) return;
    notedAt.set(address, at);
    if (last === undefined)
      services.log.warn(
        { address, header, variable: 'BATON_TRUSTED_PROXIES', see: GUIDE },
        'a forwarded header from an address that is not trusted was not believed; if it is your proxy, set BATON_TRUSTED_PROXIES',
      );
    const written = noteForwarder(services, { address, header })
      // The database is away: the next request an hour later writes it.
      .catch(() => undefined)
      .finally(() => writing.delete(written));
    writing.add(written);
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request;
    if (!trustedSockets.has(socket)) {
      const header = findForwardedHeader(request.headers);
      if (header !== undefined) {
        const address = unmap(socket.remoteAddress ?? '');
        if (trusted.has(address)) trustedSockets.add(socket);
        else if (address !== '') note(address, header);
      }
    }
    done();
  });
  app.addHook('onClose', async () => void (await Promise.all(writing)));
}

function watchForAny(app: FastifyInstance, { config, log }: Services): void {
  let seen: string | undefined;
  app.decorate('proxySeen', () => seen !== undefined);
  if (!standsAlone(config)) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (seen === undefined) {
      seen = findTrace(request);
      if (seen !== undefined)
        log.warn(
          { sign: seen, see: GUIDE },
          'a proxy seems to stand in front, though BATON_URL is a local address: /outbox is closed until the next start; "baton outbox" lists the mails',
        );
    }
    done();
  });
}

/**
 * From this machine, with what only a proxy adds, or under a name that is not this machine's: that of the Host header, or
 * that of the page, which the proxy of its own browser has renamed.
 */
function findTrace({ socket, headers }: FastifyRequest): string | undefined {
  if (!isLoopback(socket.remoteAddress)) return undefined;
  const added = findProxyHeader(headers);
  if (added !== undefined) return added;
  const { host, origin, referer } = headers;
  if (host !== undefined && !isLocal(`http://${host}`)) return 'host';
  if (headers['sec-fetch-site'] !== 'same-origin') return undefined;
  // A form of a page that sends no referrer, such as the sandbox's checkout, has the origin null.
  if (origin !== undefined && origin !== 'null' && !isLocal(origin)) return 'origin';
  return referer === undefined || isLocal(referer) ? undefined : 'referer';
}

const isLocal = (url: string): boolean => URL.canParse(url) && isLocalUrl(url);
