import { sql } from 'drizzle-orm';
import { notifyValues } from '#server/platform/bus.ts';
import type { Context } from '#server/platform/context.ts';
import { jwks } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { KEYS_TOPIC } from './access-token.ts';
import { requireAdministrator } from './require-user.ts';

/**
 * Deletes all signing keys, which invalidates every access token on every server. The next token request generates a
 * key; browsers request a new token by their cookie when the old one is refused.
 */
export async function rotateSigningKeys(ctx: Context): Promise<number> {
  requireAdministrator(ctx);
  const dropped = await change(ctx, async (tx) => {
    const { rowCount } = await tx.delete(jwks);
    const [channel, payload] = notifyValues(KEYS_TOPIC, 'rotated');
    await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
    return rowCount ?? 0;
  });
  ctx.bus.tellHere(KEYS_TOPIC, 'rotated');
  return dropped;
}
