import type { getError as endpoint } from '#contract/admin-logs.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { presentError, presentOccurrence } from './present.ts';
import { findGroup, findPeople, listOccurrences } from './queries.ts';

const OCCURRENCES = 20;

/** One group of errors with its latest occurrences. */
export async function getError(ctx: Context, { id }: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const group = await findGroup(ctx.db, id);
  if (group === undefined) throw notFound('The error');
  const rows = await listOccurrences(ctx.db, id, OCCURRENCES);
  const people = await findPeople(ctx.db, [group.resolvedBy]);
  return { error: presentError(group, people), occurrences: rows.map(presentOccurrence) };
}
