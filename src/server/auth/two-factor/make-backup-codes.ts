import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { BACKUP_CODES } from '#contract/two-factor.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { twoFactorBackupCodes } from '#server/platform/db/tables/index.ts';
import { base32 } from './compute-totp.ts';

/** 80 bits: too many to be found from its hash, though that is a fast one and has no secret. */
const CODE_BYTES = 10;
const LOOKS_LIKE_ONE = /^[a-z2-7]{16}$/;

/** The typed text without what people put between the parts. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();
export const isBackupCode = (plain: string): boolean => LOOKS_LIKE_ONE.test(plain);

export const hashBackupCode = (userId: string, plain: string): string =>
  createHash('sha256').update(`backup-code\n${userId}\n${plain}`).digest('base64url');

/** Replaces the account's backup codes. The answer is the only place where the new ones are. */
export async function makeBackupCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => base32(randomBytes(CODE_BYTES)));
  await tx.delete(twoFactorBackupCodes).where(eq(twoFactorBackupCodes.userId, userId));
  await tx.insert(twoFactorBackupCodes).values(codes.map((code) => ({ userId, hash: hashBackupCode(userId, code) })));
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}
