import { z } from 'zod';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { Id, Timestamp } from '#contract/fields.ts';
import { GROUP_KINDS } from '#contract/timeline-groups.ts';
import type { listTimeline as endpoint } from '#contract/timeline.ts';
import { AppError } from '#server/platform/error.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { presentEntry } from './present.ts';
import { selectEntries, selectHeld } from './queries.ts';

const Place = z.tuple([Timestamp, Id]);

/** A page of what happened, newest first. */
export async function listTimeline(
  ctx: TimelineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await requireProject(ctx, input.id);
  const { agent, list, group, q, day, zone, limit, cursor } = input;
  const before = cursor === undefined ? undefined : readCursor(cursor);
  await ctx.catchUp(id);
  const { pool } = ctx.database;
  const filter = { agent, list, q, kinds: group === undefined ? undefined : GROUP_KINDS[group] };
  const [rows, held] = await Promise.all([
    selectEntries(pool, id, filter, { day, zone, before, rows: limit + 1 }),
    selectHeld(pool, id),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: page.map(presentEntry),
    held: held.map(presentEntry),
    nextCursor: hasMore ? `${last.at.toISOString()}_${last.id}` : null,
  };
}

function readCursor(cursor: string): { at: string; id: string } {
  const { success, data } = Place.safeParse(cursor.split('_'));
  if (!success) throw new AppError('VALIDATION_ERROR', 'The cursor is not one that an answer contained.');
  return { at: data[0], id: data[1] };
}
