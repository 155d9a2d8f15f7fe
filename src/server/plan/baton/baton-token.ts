import { createHash, timingSafeEqual } from 'node:crypto';
import { TOKEN_SECRET_LENGTH } from '#contract/constants.ts';
import { randomPooled } from '#server/platform/random.ts';

/** 32 unambiguous characters: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The token that proves that its sender holds the baton with this fencing number: returned once, to the claimer. */
export function makeToken(fence: number): { token: string; hash: string } {
  const token = `${fence}.${makeSecret()}`;
  return { token, hash: hashToken(token) };
}

/** The random part of a token. */
export const makeSecret = (): string =>
  [...randomPooled(TOKEN_SECRET_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');

/** Only the hash is stored: a copy of the database does not allow finishing somebody's task. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const fenceOf = (token: string): number => Number(token.split('.', 1)[0]);

export function matchesToken(token: string, hash: string): boolean {
  const sent = Buffer.from(hashToken(token));
  const kept = Buffer.from(hash);
  return sent.length === kept.length && timingSafeEqual(sent, kept);
}
