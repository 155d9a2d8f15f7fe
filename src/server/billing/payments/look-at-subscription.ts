import { and, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { lockAccount } from '../queries.ts';
import { changeAccount } from '#server/auth/index.ts';
import { paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { endDouble, markDoubles } from './end-doubles.ts';
import type { PaymentContext, ProviderSubscription } from './provider.ts';
import type { PaymentRow } from './queries.ts';
import { judgeSubscription, nextLook } from './rules.ts';
import { settleTier } from './settle-tier.ts';

const RETRY = sql`interval '2 minutes'`;

/**
 * Asks the provider how a subscription stands and applies the answer. Looks are numbered as they begin: one that began
 * earlier never overwrites what a later one has found, whichever answer arrives first.
 */
export async function lookAtSubscription(ctx: PaymentContext, paymentId: Id): Promise<void> {
  for (const double of await look(ctx, paymentId)) {
    await endDouble(ctx, double);
    await look(ctx, double.id as Id);
  }
}

/** Answers with the person's subscriptions that are one too many. */
async function look(ctx: PaymentContext, paymentId: Id): Promise<PaymentRow[]> {
  const [begun] = await ctx.db
    .update(paymentSubscriptions)
    .set({
      wanted: sql`${paymentSubscriptions.wanted} + 1`,
      // If this look comes to nothing, the next is due soon.
      lookAt: sql`${ctx.now().toISOString()}::timestamptz + ${RETRY}`,
    })
    .where(eq(paymentSubscriptions.id, paymentId))
    .returning();
  if (begun === undefined) return [];
  const answer = await ctx.payments.readSubscription(begun.providerId);
  if (answer === undefined || !isOurs(answer, begun)) {
    ctx.log.warn({ subscription: begun.providerId }, 'the provider tells of another subscription than was agreed');
    const now = ctx.now();
    const isOver = begun.accessUntil !== null && begun.accessUntil <= now;
    // What was paid for may only be out of sight for a while. A message that came meanwhile still wants a look of its own.
    await ctx.db
      .update(paymentSubscriptions)
      .set({ lookAt: isOver ? null : nextLook(begun, begun.createdAt, now) })
      .where(and(eq(paymentSubscriptions.id, paymentId), eq(paymentSubscriptions.wanted, begun.wanted)));
    return [];
  }
  return applyAnswer(ctx, begun, answer);
}

const isOurs = (answer: ProviderSubscription, row: PaymentRow) =>
  answer.providerId === row.providerId && answer.planId === row.planId && answer.customId === row.id;

async function applyAnswer(
  ctx: PaymentContext,
  begun: PaymentRow,
  answer: ProviderSubscription,
): Promise<PaymentRow[]> {
  const userId = begun.userId as Id;
  const standing = judgeSubscription(answer);
  return changeAccount(ctx, userId, async (tx, emit) => {
    await lockAccount(tx, userId);
    const now = ctx.now();
    const [row] = await tx
      .update(paymentSubscriptions)
      .set({
        ...standing,
        applied: begun.wanted,
        activatedAt: sql`coalesce(${paymentSubscriptions.activatedAt}, ${standing.status === null ? null : now.toISOString()}::timestamptz)`,
        // Messages that came while the answer was on its way want a look of their own.
        lookAt: sql`case when ${paymentSubscriptions.wanted} > ${begun.wanted} then ${paymentSubscriptions.lookAt} else ${nextLook(standing, begun.createdAt, now)?.toISOString() ?? null}::timestamptz end`,
        updatedAt: now,
      })
      .where(sql`${paymentSubscriptions.id} = ${begun.id} and ${paymentSubscriptions.applied} < ${begun.wanted}`)
      .returning();
    if (row === undefined) return [];
    await settleTier(ctx, tx, emit, userId);
    return row.renews ? markDoubles(ctx, tx, userId) : [];
  });
}
