import { and, asc, isNotNull, lte } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { changeAccount } from '#server/auth/index.ts';
import { userSubscriptions } from '#server/platform/db/tables/index.ts';
import { lockAccount } from '../queries.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { listDue } from './queries.ts';
import { settleTier } from './settle-tier.ts';

const AT_ONCE = 50;

/** What time brings about: looks that are due, and plans whose end has come. Several servers may do this at once. */
export async function tendPayments(ctx: PaymentContext): Promise<void> {
  for (const { id } of await listDue(ctx.db, ctx.payments.name, ctx.now(), AT_ONCE)) {
    await lookAtSubscription(ctx, id as Id).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a subscription could not be looked at'),
    );
  }
  await endPlans(ctx);
}

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
