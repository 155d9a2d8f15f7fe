import type { Config } from '../config.ts';

/** Timeouts against slow clients (slowloris). Tests use shorter ones. */
export interface ConnectionLimits {
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  headersMs: number;
  /** In each window a body must arrive at the minimum rate, or end. */
  bodyWindowMs: number;
  bodyBytesPerSecond: number;
  /** For uploads, which may be a hundred times as large: after this time the average must reach the minimum rate. */
  uploadGraceMs: number;
  uploadBytesPerSecond: number;
  /** In total, however large it is. */
  uploadMs: number;
  /** How long the rest of a refused upload is read and discarded, so that its sender can read the response. */
  lingerMs: number;
  /** Keep-alive: between a response and the next request. */
  keepAliveMs: number;
  /** How long data may stay in the buffer of an event stream whose client reads nothing. */
  streamReaderMs: number;
  /**
   * The same for other responses. Longer, because the kernel reports free buffer space late: a download on a slow line
   * may seem to stall.
   */
  readerMs: number;
  /** How long requests in flight may take during shutdown. */
  finishWithinMs: number;
  /** How often slow connections are checked. */
  checkEveryMs: number;
}

/**
 * Longer than the usual 60 seconds of load balancers: the balancer must close first, or it could send into a closing
 * connection.
 */
const BEHIND_PROXY_MS = 65_000;
const FROM_ANYBODY_MS = 15_000;

export function limitsFor(config: Pick<Config, 'trustedProxies'>): ConnectionLimits {
  return {
    headersMs: 15_000,
    bodyWindowMs: 30_000,
    bodyBytesPerSecond: 1_024,
    uploadGraceMs: 30_000,
    uploadBytesPerSecond: 32 * 1_024,
    uploadMs: 10 * 60_000,
    lingerMs: 1_000,
    keepAliveMs: config.trustedProxies.length > 0 ? BEHIND_PROXY_MS : FROM_ANYBODY_MS,
    streamReaderMs: 30_000,
    readerMs: 120_000,
    finishWithinMs: 5_000,
    checkEveryMs: 1_000,
  };
}
