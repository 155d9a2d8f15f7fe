import type { Services } from '#server/platform/context.ts';
import { oauthResources } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { offersSignIn, resourceOf } from './offer.ts';

/**
 * Inserts the row of the MCP resource if it is missing (`on conflict do nothing`). The library would insert it as well,
 * but of two servers that start together one would fail.
 */
export async function keepResource({ config, db, now }: Services): Promise<void> {
  if (!offersSignIn(config.url)) return;
  const identifier = resourceOf(config.url);
  await db
    .insert(oauthResources)
    .values({ id: newId(), identifier, name: identifier, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing({ target: oauthResources.identifier });
}
