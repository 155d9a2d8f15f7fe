import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { accounts } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { recordAccess } from './record-access.ts';
import { GOOGLE } from './require-one-google-link.ts';
import { tellGoogleLinked } from './tell-google-linked.ts';

/** Links a Google account whose link was held until the code was given; another link that came first stays. */
export async function storeGoogleLink(ctx: Context, userId: Id, accountId: string): Promise<void> {
  const [linked] = await ctx.db
    .insert(accounts)
    .values({ id: newId(), userId, providerId: GOOGLE, accountId })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (linked === undefined) return;
  await recordAccess(ctx, userId, 'google.linked');
  await tellGoogleLinked(ctx, userId);
}
