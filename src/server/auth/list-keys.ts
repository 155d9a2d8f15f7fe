import { and, desc, eq, sql } from 'drizzle-orm';
import type { NamedKey } from '#contract/named-keys.ts';
import type { PageInput } from '#contract/page.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { presentNamedKey } from './present.ts';
import { requireUser } from './require-user.ts';

/** The caller's keys, newest first, each masked. */
export async function listKeys(ctx: Context, { limit, cursor }: PageInput = {}): Promise<NamedKey[]> {
  const { userId } = requireUser(ctx);
  const { createdAt, id } = usersApiKey;
  const before = sql`(${createdAt}, ${id}) < (select o.created_at, o.id from users_api_key o where o.id = ${cursor} and o.user_id = ${userId})`;
  const rows = await ctx.db
    .select()
    .from(usersApiKey)
    .where(and(eq(usersApiKey.userId, userId), cursor === undefined ? undefined : before))
    .orderBy(desc(createdAt), desc(id))
    .limit(rowsFor(limit));
  return cutPage(rows.map(presentNamedKey), limit, (last) => last.id);
}
