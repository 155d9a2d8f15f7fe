import type { TwoFactor } from '#contract/two-factor.ts';
import type { Context } from '#server/platform/context.ts';
import { requireUser } from '../require-user.ts';
import { countBackupCodes, findTwoFactor } from './queries.ts';

/** Whether the caller's account has a second factor, never the secret. */
export async function getTwoFactor(ctx: Context): Promise<TwoFactor> {
  const { userId } = requireUser(ctx);
  const row = await findTwoFactor(ctx.db, userId);
  if (row === undefined) return { is_on: false, since: null, backup_codes_left: 0 };
  return {
    is_on: true,
    since: row.confirmedAt?.toISOString() ?? null,
    backup_codes_left: await countBackupCodes(ctx.db, userId),
  };
}
