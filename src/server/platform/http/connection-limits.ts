import type { Config } from '../config.ts';

/** How long a connection may keep the server waiting. Tests use smaller ones. */
export interface ConnectionLimits {
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  headersMs: number;
  /** Within each of these, a body brings as much as its least rate is, or ends. */
  bodyWindowMs: number;
  bodyBytesPerSecond: number;
  /** Of an upload, whose body may be a hundred times as large: from here on its average counts, and this is the least. */
  uploadGraceMs: number;
  uploadBytesPerSecond: number;
  /** In all, however large it is. */
  uploadMs: number;
  /** How long the rest of an upload that was refused is taken in, so that its sender reads why. */
  lingerMs: number;
  /** Between an answer and the next request. */
  keepAliveMs: number;
  /** How long what is sent may stand in the buffer of an event stream whose reader takes nothing. */
  streamReaderMs: number;
  /**
   * The same for other answers. Longer, because systems tell of free room in their own buffers late: a download on a slow
   * line may seem to stand for a while.
   */
  readerMs: number;
  /** How long requests that were begun may take when the server stops. */
  finishWithinMs: number;
  /** How often slow connections are looked at. */
  checkEveryMs: number;
}

/** Longer than the 60 seconds for which balancers usually keep their connections: the balancer closes first. */
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
