import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import type { AuthRequest } from './auth-door.ts';
import { accountActor, audit } from './change-account.ts';
import { findUserByEmail } from './queries.ts';

type AccessAction = 'sign_in.done' | 'email.confirmed' | 'google.linked' | 'app.connected';

/**
 * Rate limit per action and account: a program that signs in in a loop must not flood the log and hide other entries.
 */
const PER_ACCOUNT: Rate = { limit: 20, periodSeconds: 3_600 };
/** Rate limit for failures of all accounts together, against credential stuffing that floods the log. */
const FAILURES: Rate = { limit: 1_000, periodSeconds: 3_600 };

/** Writes an audit entry for a sign-in or a new credential. */
export async function recordAccess(
  ctx: Context,
  userId: Id,
  action: AccessAction,
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (!(await mayRecord(ctx, action, userId))) return;
  const actor = accountActor(userId);
  await ctx.db.transaction((tx) =>
    audit(ctx, tx, { action, subject: userId, actor, detail: { ...detail, address: ctx.address } }),
  );
}

/**
 * Records a wrong password in the background: neither content nor timing of the answer reveals whether the account
 * exists. Unknown addresses are not recorded, since the log would collect mistyped personal data.
 */
export function recordFailure(
  { ctx, background }: AuthRequest,
  email: string,
  action: 'sign_in.failed' | 'password.refused',
): void {
  try {
    background.run(ctx, async () => {
      const user = await findUserByEmail(ctx.db, email);
      if (user === undefined) return;
      if (!(await mayRecord(ctx, action, user.id as Id))) return;
      if (!(await isWithin(ctx, 'audit:failures', FAILURES))) return;
      await ctx.db.transaction((tx) =>
        audit(ctx, tx, { action, subject: user.id, outcome: 'failed', detail: { address: ctx.address } }),
      );
    });
  } catch (error) {
    // The background queue is full: the entry is dropped, and the answer is the same.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Whether the rate limit of the account still allows an entry of this kind. */
export const mayRecord = (ctx: Context, action: string, userId: Id): Promise<boolean> =>
  isWithin(ctx, `audit:${action}:${userId}`, PER_ACCOUNT);

async function isWithin(ctx: Context, subject: string, rate: Rate): Promise<boolean> {
  try {
    await spend(ctx, subject, rate);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
