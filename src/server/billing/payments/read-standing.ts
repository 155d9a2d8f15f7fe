import { and, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { changeAccount } from '#server/auth/index.ts';
import { paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { lockAccount } from '../queries.ts';
import { findEnding } from './ending-queries.ts';
import { mailsFor } from './mail-rules.ts';
import { markDoubles } from './mark-doubles.ts';
import { noteMails } from './note-mails.ts';
import type { PaymentContext, ProviderSubscription } from './provider.ts';
import type { PaymentRow } from './queries.ts';
import { reviseEnding } from './revise-ending.ts';
import { firstPaid, judgeSubscription, nextLook } from './rules.ts';
import { settleTier } from './settle-tier.ts';

const RETRY = sql`interval '2 minutes'`;

/**
 * Reads a subscription from the provider and applies it. Reads are numbered when they begin, like fencing tokens: an
 * earlier read never overwrites what a later one has found, whichever answer arrives first.
 */
export async function readStanding(ctx: PaymentContext, paymentId: Id): Promise<void> {
  const [begun] = await ctx.db
    .update(paymentSubscriptions)
    .set({
      wanted: sql`${paymentSubscriptions.wanted} + 1`,
      // Scheduled before the call: if this read fails, the next one is due soon.
      lookAt: sql`${ctx.now().toISOString()}::timestamptz + ${RETRY}`,
    })
    .where(eq(paymentSubscriptions.id, paymentId))
    .returning();
  if (begun === undefined) return;
  const answer = await ctx.payments.readSubscription(begun.providerId);
  if (answer === undefined || !isAgreed(answer, begun)) {
    ctx.log.warn({ subscription: begun.providerId }, 'the provider tells of another subscription than was agreed');
    const now = ctx.now();
    const isPast = begun.accessUntil !== null && begun.accessUntil <= now;
    // An unknown subscription may only be invisible for a while, so nothing is taken away. A webhook received meanwhile
    // keeps its own read due.
    await ctx.db
      .update(paymentSubscriptions)
      .set({ lookAt: isPast ? null : nextLook(begun, begun.createdAt, now) })
      .where(and(eq(paymentSubscriptions.id, paymentId), eq(paymentSubscriptions.wanted, begun.wanted)));
    return;
  }
  await applyAnswer(ctx, begun, answer);
}

/** Whether the answer describes the subscription that was agreed with this person. */
export const isAgreed = (answer: ProviderSubscription, row: PaymentRow): boolean =>
  answer.providerId === row.providerId && answer.planId === row.planId && answer.customId === row.id;

/** Applies the state, its consequences for other subscriptions and the endings to carry out, in one transaction. */
async function applyAnswer(ctx: PaymentContext, begun: PaymentRow, answer: ProviderSubscription): Promise<void> {
  const userId = begun.userId as Id;
  const standing = judgeSubscription(answer);
  const doubles = await changeAccount(ctx, userId, async (tx, emit) => {
    await lockAccount(tx, userId);
    const now = ctx.now();
    const isBegun = standing.status !== null;
    const [row] = await tx
      .update(paymentSubscriptions)
      .set({
        ...standing,
        applied: begun.wanted,
        activatedAt: sql`coalesce(${paymentSubscriptions.activatedAt}, ${isBegun ? now.toISOString() : null}::timestamptz)`,
        firstPaidAt: firstPaid(answer) ?? begun.firstPaidAt,
        // The checkout URL is of no use after approval.
        ...(isBegun && { checkout: null }),
        // A webhook received while the answer was under way keeps its own read due.
        lookAt: sql`case when ${paymentSubscriptions.wanted} > ${begun.wanted} then ${paymentSubscriptions.lookAt} else ${nextLook(standing, begun.createdAt, now)?.toISOString() ?? null}::timestamptz end`,
        updatedAt: now,
      })
      .where(sql`${paymentSubscriptions.id} = ${begun.id} and ${paymentSubscriptions.applied} < ${begun.wanted}`)
      .returning();
    if (row === undefined) return [];
    await reviseEnding(tx, row.id, answer, now);
    const found = await markDoubles(ctx, tx, userId);
    const ending = await findEnding(tx, row.id);
    await noteMails(tx, row.id, mailsFor({ before: begun, row, answer, ending }, now), now);
    await settleTier(ctx, tx, emit, userId);
    return found;
  });
  for (const double of doubles) tellOfDouble(ctx, double);
}

/** Reported to the administrator, although the duplicate is cancelled and refunded. */
function tellOfDouble(ctx: PaymentContext, { userId, providerId }: PaymentRow): void {
  ctx.errorLog.record({
    level: 'error',
    category: 'service',
    error: new Error(
      `A person subscribed twice. Subscription ${providerId} is cancelled at the provider and its payment returned.`,
    ),
    requestId: ctx.requestId,
    context: { userId, subscription: providerId },
  });
}
