import { createHash, timingSafeEqual } from 'node:crypto';
import { TOKEN_SECRET_LENGTH } from '#contract/constants.ts';
import { randomPooled } from '#server/platform/random.ts';

/** 32 characters that cannot be mistaken for each other: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** What proves that somebody holds the baton with this number: shown once, to whoever claims. */
export function makeToken(fence: number): { token: string; hash: string } {
  const token = `${fence}.${makeSecret()}`;
  return { token, hash: hashToken(token) };
}

/** The part of a token that nobody can guess. */
export const makeSecret = (): string =>
  [...randomPooled(TOKEN_SECRET_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');

/** Only this is kept: whoever reads the database, or a copy of it, cannot finish somebody's task. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const fenceOf = (token: string): number => Number(token.split('.', 1)[0]);

export function matchesToken(token: string, hash: string): boolean {
  const sent = Buffer.from(hashToken(token));
  const kept = Buffer.from(hash);
  return sent.length === kept.length && timingSafeEqual(sent, kept);
}
