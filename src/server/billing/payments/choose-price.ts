import { sql } from 'drizzle-orm';
import { EARLY_PRICE_USD, EARLY_SUBSCRIBERS, REGULAR_PRICE_USD } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Offer } from '#contract/subscription.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { countEarlySubscribers, isEarlySubscriber } from './queries.ts';

/** Key of the advisory lock that serialises taking a place at the early price. */
const PLACES_LOCK = 4_712_006;

/** The configured provider; null where payment is not set up. */
function sellerOf({ config }: Context): Offer['provider'] | null {
  if (config.paypal !== undefined) return 'paypal';
  return config.sandboxSells ? 'sandbox' : null;
}

function requireSeller(ctx: Context): Offer['provider'] {
  const seller = sellerOf(ctx);
  if (seller !== null) return seller;
  throw new AppError(
    'CONFLICT',
    'Payment is not set up on this instance, so Pro cannot be bought. Ask its administrator.',
    { code: 'PAYMENT_NOT_SET_UP' },
  );
}

/** The caller's price. An account that once had the early price keeps it. */
export async function readOffer(ctx: Context, userId: Id | null): Promise<Offer | null> {
  const provider = sellerOf(ctx);
  if (provider === null) return null;
  const early =
    (userId !== null && (await isEarlySubscriber(ctx.db, provider, userId))) ||
    (await countEarlySubscribers(ctx.db, provider, ctx.now(), userId)) < EARLY_SUBSCRIBERS;
  return {
    price_usd: early ? EARLY_PRICE_USD : REGULAR_PRICE_USD,
    regular_price_usd: REGULAR_PRICE_USD,
    provider,
  };
}

/** The same under the lock: two concurrent checkouts do not both get the last place. */
export async function choosePrice(ctx: Context, tx: Tx, userId: Id): Promise<number> {
  const provider = requireSeller(ctx);
  await tx.execute(sql`select pg_advisory_xact_lock(${PLACES_LOCK})`);
  if (await isEarlySubscriber(tx, provider, userId)) return EARLY_PRICE_USD;
  const taken = await countEarlySubscribers(tx, provider, ctx.now(), userId);
  return taken < EARLY_SUBSCRIBERS ? EARLY_PRICE_USD : REGULAR_PRICE_USD;
}
