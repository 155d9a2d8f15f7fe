import type { AccountSession } from '#contract/account.ts';
import type { PageInput } from '#contract/page.ts';
import type { Context } from '#server/platform/context.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { presentSession } from './present.ts';
import { listLiveSessions } from './queries.ts';
import { requireUser } from './require-user.ts';

/** The caller's sessions, newest first. */
export async function listMySessions(ctx: Context, { limit, cursor }: PageInput = {}): Promise<AccountSession[]> {
  const { userId, sessionId } = requireUser(ctx);
  const rows = await listLiveSessions(ctx.db, userId, ctx.now(), { rows: rowsFor(limit), cursor });
  return cutPage(
    rows.map((row) => presentSession(row, sessionId)),
    limit,
    ({ id }) => id,
  );
}
