import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { AGENT_NAME_MAX, DISPLAY_NAME_MAX, EMAIL_MAX } from '#contract/constants.ts';
import { isStorableText } from '#contract/fields.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const WellFormedEmail = z.email().max(EMAIL_MAX);

/** Administrators by grant, and the addresses the operator configured, once confirmed. */
export function isAdministrator(
  user: { isAdmin: boolean; email: string; emailVerified: boolean },
  adminEmails: readonly string[],
): boolean {
  return user.isAdmin || (user.emailVerified && adminEmails.includes(user.email));
}

export const normaliseEmail = (email: string) => email.trim().toLowerCase();
export const isEmail = (email: string) => WellFormedEmail.safeParse(email).success;

/** Rate limits are keyed by a hash, so that the table is not a list of email addresses that were tried. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
export const accountSubject = (email: string) => `account:${hashOf(normaliseEmail(email))}`;

/** IPv6 is counted by /64, since one household or server can use any address in it. */
export function addressSubject(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `address:${mapped}`;
  if (!isIPv6(address)) return `address:${address}`;
  const [head = '', tail = ''] = address.toLowerCase().split('%', 1).join('').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(Math.max(8 - front.length - back.length, 0)).fill('0'), ...back];
  return `address:${groups.slice(0, 4).join(':')}::/64`;
}

/** Origins that state-changing requests may come from. For a local URL the other names of localhost are included. */
export function trustedOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (url.protocol !== 'http:' || url.hostname !== 'localhost') return [url.origin];
  const port = url.port === '' ? '' : `:${url.port}`;
  return LOCAL_HOSTS.map((host) => `http://${host}${port}`);
}

/** The path of a URL on this site, else undefined: protection against open redirects. */
export function localPath(address: string, publicUrl: string): string | undefined {
  const base = new URL(publicUrl).origin;
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  // A path that begins with two slashes is another host to a browser.
  if (!trustedOrigins(publicUrl).includes(url.origin) || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The __Host- prefix over TLS guarantees that no other host has set the cookie. */
export const cookiePrefixOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-baton' : 'baton';

/** Only our own cookies, wherever they are in the header: other apps on the host may send many. */
export const pickCookies = (header: string, prefix: string): string =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${prefix}.`))
    .join('; ');

/** A display name from an external source, made to fit our limits. */
export function fitDisplayName(name: unknown): string {
  if (typeof name !== 'string' || !isStorableText(name)) return '';
  return [...name.trim()].slice(0, DISPLAY_NAME_MAX).join('');
}

export function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** The agent's name: its own header, else the name from the handshake, else the user agent. */
export function agentNameOf(headers: IncomingHttpHeaders, introduced?: string): string {
  const header = headers['x-agent-name'];
  const named = typeof header === 'string' ? decodeHeader(header) : '';
  if (named.trim() !== '') return cleanAgentName(named);
  if (introduced !== undefined && introduced.trim() !== '') return cleanAgentName(introduced);
  const program = /^([\w.-]+)/.exec(headers['user-agent'] ?? '')?.[1] ?? '';
  return GENERIC_PROGRAMS.has(program.toLowerCase()) ? KEY_TEXTS.someAgent : cleanAgentName(program);
}

/** MCP's encoding of header values beyond ASCII; anything malformed is taken literally. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?([\w+/]*={0,2})\?=$/i.exec(value.trim())?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded && isUtf8(bytes) ? bytes.toString() : value;
}

const cleanAgentName = (name: string): string =>
  cutWhole(name.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), AGENT_NAME_MAX).trimEnd() || KEY_TEXTS.someAgent;

/** Avoids a lone surrogate, which PostgreSQL cannot store. */
function cutWhole(text: string, max: number): string {
  const cut = text.slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** User agents of HTTP libraries, which do not identify the client. */
const GENERIC_PROGRAMS = new Set([
  '',
  'node',
  'undici',
  'curl',
  'mozilla',
  'axios',
  'python-requests',
  'python-httpx',
  'go-http-client',
  'got',
  'okhttp',
]);
