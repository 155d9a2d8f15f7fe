import type { listErrors as endpoint } from '#contract/admin-logs.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { presentError } from './present.ts';
import { countGroups, findPeople, listGroups } from './queries.ts';

/** A page of error groups, latest first. */
export async function listErrors(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { page, limit, ...filter } = input;
  const [total, rows] = await Promise.all([
    countGroups(ctx.db, filter),
    listGroups(ctx.db, filter, { limit, offset: (page - 1) * limit }),
  ]);
  const people = await findPeople(
    ctx.db,
    rows.map(({ resolvedBy }) => resolvedBy),
  );
  return {
    errors: rows.map((row) => presentError(row, people)),
    totalPages: Math.max(1, Math.ceil(total / limit)),
    total,
  };
}
