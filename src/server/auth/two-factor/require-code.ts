import type { Context } from '#server/platform/context.ts';
import { recordRefusedCode } from '../record-access.ts';
import { usedCode, wrongCode } from '../refusals.ts';
import { countWrongCodes, guardCode } from '../sign-in-guard.ts';
import { TRIES_MAX } from './challenge.ts';
import type { TwoFactorRow } from './queries.ts';
import { tellCodesRefused } from './tell-codes-refused.ts';
import { type SecondFactor, takeCode } from './take-code.ts';

interface Trial {
  /** Called before the code is looked at, unless the account is locked. */
  before?(): Promise<void>;
  seen?: { agent: string | null };
}

/** Takes a code, with brute-force protection and an entry in the account's activity for each that is wrong. */
export async function requireCode(
  ctx: Context,
  row: TwoFactorRow,
  code: string,
  { before, seen }: Trial = {},
): Promise<SecondFactor> {
  const taken = await guardCode(ctx, row.userId, async () => {
    await before?.();
    const answer = await takeCode(ctx, row, code);
    return { password: answer === 'wrong' || answer === 'used' ? 'wrong' : 'right', answer };
  });
  if (taken === 'code' || taken === 'backup_code') return taken;
  await recordRefusedCode(ctx, row.userId, seen);
  // Counted over all sign-ins and dialogs: whoever begins anew after four wrong codes is noticed as well.
  if ((await countWrongCodes(ctx, row.userId)) >= TRIES_MAX) await tellCodesRefused(ctx, row.userId);
  throw taken === 'used' ? usedCode() : wrongCode();
}
