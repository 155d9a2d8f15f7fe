import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { spend } from '#server/platform/http/limits.ts';
import { tellOwner } from '../account-notice.ts';
import { findUser } from '../queries.ts';
import { writeCodesRefused } from './mails.ts';

/** Whoever gives codes has the first factor: once a day the owner is told. */
export async function tellCodesRefused(ctx: Context, userId: string): Promise<void> {
  try {
    await spend(ctx, `mail:codes-refused:${userId}`, { limit: 1, periodSeconds: 86_400 });
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  const user = await findUser(ctx.db, userId);
  if (user !== undefined) await tellOwner(ctx, writeCodesRefused(ctx, user.email));
}
