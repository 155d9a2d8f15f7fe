import type { setUserTier as endpoint } from '#contract/admin-users.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { audit } from '#server/auth/index.ts';
import { grantTier, requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { settlePlaces } from '#server/projects/index.ts';
import { changeUser } from './change-user.ts';

/** Grants an account a tier, or revokes the grant; answers the effective tier, which may be one it pays for. */
export async function setUserTier(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const until = input.until === null ? null : new Date(input.until);
  if (until !== null && until <= ctx.now())
    throw new AppError('VALIDATION_ERROR', 'A gift ends in the future.', {
      issues: [{ path: 'until', message: 'must be in the future' }],
    });
  return changeUser(ctx, input.id, async (tx, emit) => {
    const { tier: before } = await requireTier(tx, input.id, ctx.now());
    const settling = { ...ctx, settleProjects: settlePlaces };
    const tier = await grantTier(settling, tx, emit, input.id, { tier: input.tier, until });
    const detail = { given: input.tier, until: input.until, before: before.tierName, after: tier };
    await audit(ctx, tx, { action: 'user.tier_set', subject: input.id, detail });
    return { tier: tier === 'pro' ? 'pro' : 'free' };
  });
}
