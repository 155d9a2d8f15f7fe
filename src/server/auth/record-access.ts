import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import type { AuthRequest } from './auth-door.ts';
import { accountActor, audit } from './change-account.ts';
import { findUserByEmail } from './queries.ts';

type AccessAction = 'sign_in.done' | 'email.confirmed' | 'google.linked' | 'app.connected';

/** Of one kind and account. A program that signs in again and again must not fill the log, and hide the others in it. */
const PER_ACCOUNT: Rate = { limit: 20, periodSeconds: 3_600 };
/** Failures of all accounts together: whoever tries thousands of them writes no more than this. */
const FAILURES: Rate = { limit: 1_000, periodSeconds: 3_600 };

/** Keeps in the audit log how an account was entered, or that something opened a way into it. */
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
 * Keeps a wrong password in the audit log, after the answer: neither its words nor its time tell whether there is such
 * an account. For an address without an account nothing is kept, or the log became a list of what people mistype.
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
    // So much is under way that this one is not kept: the answer is the same.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Whether one more of a kind is kept of an account in this hour. */
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
