import { STATUS_CODES } from 'node:http';
import { isIP } from 'node:net';
import { isNearOrPublic, isPublic } from '#server/platform/http/allowed-addresses.ts';
import { AddressRefused } from '#server/platform/http/fetch-outside.ts';
import { AppError } from '#server/platform/error.ts';

export const TRIES_MAX = 5;
/** Failed tries in a row from which on the webhook counts as failing. */
export const FAILING_FROM = 5;
export const SEND_TIMEOUT_MS = 10_000;

const FIRST_RETRY_MS = 40_000;
const RETRY_AFTER_MAX_MS = 3_600_000;
const RESPONSE_SHOWN = 300;

/** Checked when it is saved, for a clear message; what its name resolves to is checked at every delivery. */
export function requireAddress(typed: string, allowsPrivate: boolean): string {
  const url = URL.parse(typed);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refuse('Enter an address that begins with https://.');
  if (url.username !== '' || url.password !== '') throw refuse('Leave the user name and password out of the address.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (allowsPrivate) {
    if (isIP(host) !== 0 && !isNearOrPublic(host)) throw refuse('This address cannot be reached by a webhook.');
  } else {
    if (url.protocol !== 'https:') throw refuse('The address must begin with https://.');
    if (!isPublic(host))
      throw refuse('The address must be public. Your administrator can allow webhooks to private addresses.');
  }
  url.hash = '';
  return url.href;
}

function refuse(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'address', message }] });
}

/** How a try ended. */
export interface Outcome {
  isDelivered: boolean;
  /** Trying again may help. */
  isRetried: boolean;
  status: number | null;
  error: string | null;
  response: string | null;
  retryAfterMs: number;
}

interface Answered {
  status: number;
  retryAfter: string | undefined;
  body: Buffer;
}

/** Other 4xx mean that this receiver does not want it; 3xx that somebody has to look at the address. */
export function judgeAnswer({ status, retryAfter, body }: Answered, now: Date): Outcome {
  const isDelivered = status >= 200 && status < 300;
  const isRetried = status === 408 || status === 429 || status >= 500;
  return {
    isDelivered,
    isRetried: !isDelivered && isRetried,
    status,
    error: isDelivered ? null : sayStatus(status),
    response: shorten(body),
    retryAfterMs: isRetried ? readRetryAfter(retryAfter, now) : 0,
  };
}

function sayStatus(status: number): string {
  if (status >= 300 && status < 400) return 'It answered with a redirect, which is not followed.';
  return STATUS_CODES[status] ?? 'Unknown answer';
}

/** The answer comes from a stranger: one line of visible characters. */
function shorten(body: Buffer): string | null {
  const line = body
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line === '' ? null : line.toWellFormed().slice(0, RESPONSE_SHOWN).toWellFormed();
}

function readRetryAfter(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS) : 0;
}

/** A failure without an answer. Its message may contain the address, so only its code is shown. */
export function judgeFailure(error: unknown): Outcome {
  const isRefused = error instanceof AddressRefused;
  return {
    isDelivered: false,
    isRetried: !isRefused,
    status: null,
    error: isRefused ? 'The address leads into a private network, which is not allowed.' : sayFailure(error),
    response: null,
    retryAfterMs: 0,
  };
}

const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the receiver was not found.',
  EAI_AGAIN: 'The name of the receiver could not be looked up.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  NO_ANSWER: 'The receiver sent something else than an answer.',
};

function sayFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'AbortError')
    return `No answer within ${SEND_TIMEOUT_MS / 1_000} seconds.`;
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return `The certificate of the receiver was not accepted (${code}).`;
  return FAILURES[code] ?? `The request failed (${code}).`;
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  // An aborted request wraps the reason of its signal.
  if (error.cause instanceof Error && code === 'ABORT_ERR') return codeOf(error.cause);
  return typeof code === 'string' ? code : error.name;
}

/** Exponential backoff with jitter: 40 s, 3, 11 and 43 minutes, so five tries take about an hour. */
export function nextTryAt(tries: number, retryAfterMs: number, now: Date, random: number): Date {
  const backoff = FIRST_RETRY_MS * 4 ** (tries - 1) * (0.9 + 0.2 * random);
  return new Date(now.getTime() + Math.max(backoff, retryAfterMs));
}
