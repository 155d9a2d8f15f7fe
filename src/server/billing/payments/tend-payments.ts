import { and, asc, isNotNull, lte } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { changeAccount } from '#server/auth/index.ts';
import { userSubscriptions } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { lockAccount } from '../queries.ts';
import { carryOutEnding } from './carry-out-ending.ts';
import { listDueEndings } from './ending-queries.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { listDue } from './queries.ts';
import { sendPaymentMails } from './send-mails.ts';
import { settleTier } from './settle-tier.ts';

const AT_ONCE = 50;

/** Periodic job: due endings, due polls, ended tiers, and outbox mails. Safe to run on several servers concurrently. */
export async function tendPayments(ctx: PaymentContext): Promise<void> {
  const { name } = ctx.payments;
  const ending = await listDueEndings(ctx.db, name, ctx.now(), AT_ONCE);
  const isAway = await untilProviderFails(ctx, ending, ({ paymentId }) => carryOutEnding(ctx, paymentId));
  const due = isAway ? [] : await listDue(ctx.db, name, ctx.now(), AT_ONCE);
  await untilProviderFails(ctx, due, ({ id }) => lookAtSubscription(ctx, id as Id));
  await endPlans(ctx);
  await sendPaymentMails(ctx);
}

/** Fails fast: true when the provider does not answer; the remaining items are skipped until the next run. */
async function untilProviderFails<T>(ctx: PaymentContext, items: readonly T[], ask: (one: T) => Promise<void>) {
  for (const item of items) {
    const failure = await ask(item).then(() => undefined, toFailure);
    if (failure === undefined) continue;
    ctx.log.warn({ err: failure }, 'a subscription could not be seen to');
    if (failure instanceof AppError && failure.type === 'PAYMENT_PROVIDER_ERROR') return true;
  }
  return false;
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
