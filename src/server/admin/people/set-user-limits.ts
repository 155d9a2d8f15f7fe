import type { LimitOverrides, setUserLimits as endpoint } from '#contract/admin-users.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { AllowedLimits } from '#contract/subscription.ts';
import { audit } from '#server/auth/index.ts';
import {
  findOwnLimits,
  presentAllowed,
  presentOwnLimits,
  readOwnLimits,
  requireTier,
  setLimits,
} from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { settlePlaces } from '#server/projects/index.ts';
import { changeUser } from './change-user.ts';

/** Overrides the limits of one account's tier; null inherits the tier's. Effective from the next call. */
export async function setUserLimits(ctx: Context, input: InputOf<typeof endpoint>): Promise<AllowedLimits> {
  const { id, ...overrides } = input;
  return writeLimits(ctx, id, overrides);
}

/** Removes the overrides of an account. */
export async function clearUserLimits(ctx: Context, { id }: { id: Id }): Promise<null> {
  await writeLimits(ctx, id, null);
  return null;
}

const writeLimits = (ctx: Context, id: Id, overrides: LimitOverrides | null): Promise<AllowedLimits> =>
  changeUser(ctx, id, async (tx, emit) => {
    const own = overrides === null ? null : readOwnLimits(overrides, await findOwnLimits(tx, id));
    const { before } = await setLimits(tx, id, own, ctx.now());
    await settlePlaces(ctx, tx, emit, id);
    const { tier, limits } = await requireTier(tx, id, ctx.now());
    const detail = { before: before === null ? null : presentOwnLimits(before), after: overrides };
    await audit(ctx, tx, { action: 'user.limits_set', subject: id, detail });
    emit(`user:${id}`, 'subscription.updated', { tier_name: tier.tierName });
    return presentAllowed(limits);
  });
