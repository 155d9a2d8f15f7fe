import { sql } from 'drizzle-orm';
import { EARLY_PRICE_USD, EARLY_SUBSCRIBERS, REGULAR_PRICE_USD } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Offer } from '#contract/subscription.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { countEarlySubscribers, isEarlySubscriber } from './queries.ts';

/** Any fixed number: whoever takes a place at the early price asks for this lock first. */
const PLACES_LOCK = 4_712_006;

const providerOf = ({ config }: Context): Offer['provider'] => (config.paypal === undefined ? 'sandbox' : 'paypal');

/** What a subscription costs whoever asks. Somebody with a place at the early price has it for good. */
export async function readOffer(ctx: Context, userId: Id | null): Promise<Offer> {
  const provider = providerOf(ctx);
  const early =
    (userId !== null && (await isEarlySubscriber(ctx.db, provider, userId))) ||
    (await countEarlySubscribers(ctx.db, provider, ctx.now(), userId)) < EARLY_SUBSCRIBERS;
  return {
    price_usd: early ? EARLY_PRICE_USD : REGULAR_PRICE_USD,
    regular_price_usd: REGULAR_PRICE_USD,
    provider,
  };
}

/** The same, decided one after the other: two who ask at once do not both get the last place. */
export async function choosePrice(ctx: Context, tx: Tx, userId: Id): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLACES_LOCK})`);
  const provider = providerOf(ctx);
  if (await isEarlySubscriber(tx, provider, userId)) return EARLY_PRICE_USD;
  const taken = await countEarlySubscribers(tx, provider, ctx.now(), userId);
  return taken < EARLY_SUBSCRIBERS ? EARLY_PRICE_USD : REGULAR_PRICE_USD;
}
