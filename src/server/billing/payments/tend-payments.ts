import { and, asc, isNotNull, lte } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { changeAccount } from '#server/auth/index.ts';
import { userSubscriptions } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { lockAccount } from '../queries.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { listDue } from './queries.ts';
import { settleTier } from './settle-tier.ts';

const AT_ONCE = 50;

/** What time brings about: looks that are due, and plans whose end has come. Several servers may do this at once. */
export async function tendPayments(ctx: PaymentContext): Promise<void> {
  for (const { id } of await listDue(ctx.db, ctx.payments.name, ctx.now(), AT_ONCE)) {
    const failure = await lookAtSubscription(ctx, id as Id).then(() => undefined, toFailure);
    if (failure === undefined) continue;
    ctx.log.warn({ err: failure }, 'a subscription could not be looked at');
    // Who does not answer this question keeps the next fifty waiting as well, and plans end all the same.
    if (failure instanceof AppError && failure.type === 'PAYMENT_PROVIDER_ERROR') break;
  }
  await endPlans(ctx);
}

const toFailure = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function endPlans(ctx: PaymentContext): Promise<void> {
  const ended = await ctx.db
    .select({ userId: userSubscriptions.userId })
    .from(userSubscriptions)
    .where(and(isNotNull(userSubscriptions.accessUntil), lte(userSubscriptions.accessUntil, ctx.now())))
    .orderBy(asc(userSubscriptions.accessUntil))
    .limit(AT_ONCE);
  for (const { userId } of ended) {
    await changeAccount(ctx, userId, async (tx, emit) => {
      await lockAccount(tx, userId as Id);
      await settleTier(ctx, tx, emit, userId as Id);
    });
  }
}
