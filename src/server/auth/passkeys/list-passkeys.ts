import { and, desc, eq, sql } from 'drizzle-orm';
import type { PageInput } from '#contract/page.ts';
import type { Passkey } from '#contract/passkeys.ts';
import type { Context } from '#server/platform/context.ts';
import { passkeys } from '#server/platform/db/tables/index.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { requireUser } from '../require-user.ts';
import { presentPasskey } from './present.ts';

/** The caller's passkeys, newest first. */
export async function listPasskeys(ctx: Context, { limit, cursor }: PageInput = {}): Promise<Passkey[]> {
  const { userId } = requireUser(ctx);
  const { createdAt, id } = passkeys;
  const before = sql`(${createdAt}, ${id}) < (select o.created_at, o.id from passkeys o where o.id = ${cursor} and o.user_id = ${userId})`;
  const rows = await ctx.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), cursor === undefined ? undefined : before))
    .orderBy(desc(createdAt), desc(id))
    .limit(rowsFor(limit));
  const list = rows.map((row) => presentPasskey(row, ctx.config.url));
  return cutPage(list, limit, (last) => last.id);
}
