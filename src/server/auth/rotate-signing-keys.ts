import { sql } from 'drizzle-orm';
import { notifyValues } from '#server/platform/bus.ts';
import type { Context } from '#server/platform/context.ts';
import { jwks } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { KEYS_TOPIC } from './access-token.ts';
import { requireAdministrator } from './require-user.ts';

/**
 * Drops every signing key, on every server, so that no token signed with one is good any more. The next token that is
 * asked for makes a new key; browsers ask with their cookie as soon as an old token is refused.
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
