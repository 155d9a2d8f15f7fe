import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { twoFactor, twoFactorBackupCodes } from '#server/platform/db/tables/index.ts';
import { secretUnreadable } from '../refusals.ts';
import { findStep } from './compute-totp.ts';
import { hashBackupCode, isBackupCode, plainCode } from './make-backup-codes.ts';
import { type TwoFactorRow, openSecret } from './queries.ts';

/** What a second factor was proven with. */
export type SecondFactor = 'code' | 'backup_code';
type Taken = SecondFactor | 'used' | 'wrong';

const TIME_BASED = /^\d{6}$/;

/** Takes a code of the account. Each works once, whatever the number of servers and of requests at the same time. */
export async function takeCode(ctx: Context, row: TwoFactorRow, typed: string): Promise<Taken> {
  const plain = plainCode(typed);
  if (TIME_BASED.test(plain)) return takeTimeBased(ctx, row, plain);
  if (!isBackupCode(plain)) return 'wrong';
  const { userId, hash } = twoFactorBackupCodes;
  const used = await ctx.db
    .delete(twoFactorBackupCodes)
    .where(and(eq(userId, row.userId), eq(hash, hashBackupCode(row.userId, plain))))
    .returning({ hash });
  return used.length > 0 ? 'backup_code' : 'wrong';
}

/** Compare-and-swap on the time step: neither this code nor an earlier one is taken again. */
async function takeTimeBased(ctx: Context, row: TwoFactorRow, code: string): Promise<Taken> {
  const secret = await openSecret(ctx, row);
  if (secret === undefined) throw secretUnreadable();
  const step = findStep(secret, code, ctx.now());
  if (step === undefined) return 'wrong';
  const { userId, lastStep } = twoFactor;
  const moved = await ctx.db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(eq(userId, row.userId), eq(twoFactor.secret, row.secret), or(isNull(lastStep), lt(lastStep, step))))
    .returning({ userId });
  return moved.length > 0 ? 'code' : 'used';
}
