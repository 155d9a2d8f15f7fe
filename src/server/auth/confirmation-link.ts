import { createHash } from 'node:crypto';

/**
 * What a confirmation link carries: Better Auth's token, which says whose address it is, and a mark that ties it to one
 * password. Whoever opens it confirms the password that was given when the link was made and no later one: otherwise a
 * stranger who signs up with the same address in between would have theirs confirmed by the owner.
 */
export const bindLink = (token: string, passwordHash: string | undefined): string =>
  `${token}.${markOf(token, passwordHash)}`;

export interface ConfirmationLink {
  token: string;
  isFor(passwordHash: string | undefined): boolean;
}

const BOUND = /^(.+)\.([\w-]{43})$/;

/** A link without a whole mark was cut off on its way, or is of an earlier version: its token is none. */
export function readLink(bound: string): ConfirmationLink {
  const [, token = '', mark] = BOUND.exec(bound) ?? [];
  return { token, isFor: (passwordHash) => mark === markOf(token, passwordHash) };
}

/** The hash of a password is salted and leaves the database in no other form: nobody can make up the mark for one. */
const markOf = (token: string, passwordHash = ''): string =>
  createHash('sha256').update(`${token}\n${passwordHash}`).digest('base64url');
