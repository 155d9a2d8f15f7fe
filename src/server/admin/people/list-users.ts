import type pg from 'pg';
import type { UserStatus, listUsers as endpoint } from '#contract/admin-users.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { periodsOf } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { presentUser } from './present.ts';
import { countUsers, findUsers, listNewest, listUserRows } from './queries.ts';
import { COUNTED_MAX, pagesOf } from './rules.ts';

/** A page of accounts, newest first, with their total number. */
export async function listUsers(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { pool } = ctx.database;
  const { page, limit, status } = input;
  const search = input.search?.trim() || undefined;
  const place = { limit, offset: (page - 1) * limit };
  const { n, ids } = await (search === undefined
    ? pageOfAll(pool, status, place)
    : findUsers(pool, { search, status }, place));
  const isLeast = search !== undefined && n > COUNTED_MAX;
  const total = isLeast ? COUNTED_MAX : n;
  // Totals are capped: pages beyond the last counted one are empty.
  const isBeyond = ids.length === 0 || place.offset >= total;
  const rows = isBeyond ? [] : await listUserRows(pool, ids, `${periodsOf(ctx.now()).month}T00:00:00Z`);
  return { users: rows.map(presentUser), totalPages: pagesOf(total, limit), total, isLeast };
}

async function pageOfAll(
  pool: pg.Pool,
  status: UserStatus | undefined,
  place: { limit: number; offset: number },
): Promise<{ n: number; ids: Id[] }> {
  const [n, ids] = await Promise.all([countUsers(pool, status), listNewest(pool, status, place)]);
  return { n, ids };
}
