import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { userSubscriptions } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { requireTier } from '../queries.ts';
import type { SettlingContext } from './provider.ts';
import { settleTier } from './settle-tier.ts';

export interface Gift {
  tier: 'free' | 'pro';
  /** When the grant ends; null: never. */
  until: Date | null;
}

/**
 * Grants a tier, or revokes the grant: then the paid tier applies, or the free one. The caller has locked the account.
 * Returns the effective tier.
 */
export async function grantTier(ctx: SettlingContext, tx: Tx, emit: Emit, userId: Id, gift: Gift): Promise<string> {
  const granted = gift.tier !== 'free';
  const values = { tierId: gift.tier, granted, accessUntil: granted ? gift.until : null, updatedAt: ctx.now() };
  await tx
    .insert(userSubscriptions)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: userSubscriptions.userId, set: values });
  await settleTier(ctx, tx, emit, userId);
  const { tier } = await requireTier(tx, userId, ctx.now());
  return tier.tierName;
}
