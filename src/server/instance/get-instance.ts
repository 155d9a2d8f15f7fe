import { PRODUCT } from '#contract/constants.ts';
import type { InstanceInfo } from '#contract/instance.ts';
import { passkeyHostOf } from '#server/auth/index.ts';
import { readOffer } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { VERSION } from '#server/platform/version.ts';
import { mayReadOutbox } from './rules.ts';

/** Public facts about the instance, readable without signing in. */
export async function getInstance(ctx: Context): Promise<InstanceInfo> {
  const { instanceKind, signUpBy } = await ctx.settings.read();
  return {
    product: PRODUCT,
    version: VERSION,
    google: ctx.config.google !== undefined,
    passkeys: passkeyHostOf(ctx.config.url) !== undefined,
    kind: instanceKind,
    sign_up: instanceKind !== 'team' ? 'open' : signUpBy === 'domain' ? 'domain' : 'closed',
    offer: await readOffer(ctx, null),
    outbox: mayReadOutbox(ctx),
  };
}
