import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits: nobody finds one by trying. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Only the hash is stored, so that a copy of the database lets nobody in. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(`project-invitation:${token}`).digest('base64url');

export const linkOf = (url: string, token: string): string => `${url}/join/${token}`;
