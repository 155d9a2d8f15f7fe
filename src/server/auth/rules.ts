import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { DISPLAY_NAME_MAX, EMAIL_MAX } from '#contract/constants.ts';
import { isStorableText } from '#contract/fields.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const WellFormedEmail = z.email().max(EMAIL_MAX);

/** Administrators are whoever was made one, and the addresses the operator named once they are confirmed. */
export function isAdministrator(
  user: { isAdmin: boolean; email: string; emailVerified: boolean },
  adminEmails: readonly string[],
): boolean {
  return user.isAdmin || (user.emailVerified && adminEmails.includes(user.email));
}

export const normaliseEmail = (email: string) => email.trim().toLowerCase();
export const isEmail = (email: string) => WellFormedEmail.safeParse(email).success;

/** Tables that count by account keep a hash: they must not become a list of addresses that were tried. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
export const accountSubject = (email: string) => `account:${hashOf(normaliseEmail(email))}`;

/** One household or one server has a whole /64 of IPv6 addresses; counting each would count nothing. */
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

/** Where state-changing requests may come from. On the local default the machine's other names are the same place. */
export function trustedOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (url.protocol !== 'http:' || url.hostname !== 'localhost') return [url.origin];
  const port = url.port === '' ? '' : `:${url.port}`;
  return LOCAL_HOSTS.map((host) => `http://${host}${port}`);
}

/** The path of an address on this site, or nothing: a return address must never lead elsewhere. */
export function localPath(address: string, publicUrl: string): string | undefined {
  const base = new URL(publicUrl).origin;
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  // A path that begins with two slashes is another host to a browser.
  if (!trustedOrigins(publicUrl).includes(url.origin) || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A name somebody else chose for the account, as far as ours can hold it. */
export function displayNameOf(name: unknown): string {
  if (typeof name !== 'string' || !isStorableText(name)) return '';
  return [...name.trim()].slice(0, DISPLAY_NAME_MAX).join('');
}

export function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
