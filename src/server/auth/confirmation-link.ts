import { createHash } from 'node:crypto';

/**
 * A confirmation link has Better Auth's token, which names the address, and a hash that binds it to one password. It
 * confirms only the password given when the link was created: otherwise an attacker who signs up with the same address
 * in between would have theirs confirmed by the owner.
 */
export const bindLink = (token: string, passwordHash: string | undefined): string =>
  `${token}.${markOf(token, passwordHash)}`;

export interface ConfirmationLink {
  token: string;
  isFor(passwordHash: string | undefined): boolean;
}

const BOUND = /^(.+)\.([\w-]{43})$/;

/** A link without a complete binding was truncated, or is of an earlier version: it is treated as invalid. */
export function readLink(bound: string): ConfirmationLink {
  const [, token = '', mark] = BOUND.exec(bound) ?? [];
  return { token, isFor: (passwordHash) => mark === markOf(token, passwordHash) };
}

/** The password hash is salted and never leaves the server, so the binding cannot be forged. */
const markOf = (token: string, passwordHash = ''): string =>
  createHash('sha256').update(`${token}\n${passwordHash}`).digest('base64url');
