import { and, desc, eq, sql } from 'drizzle-orm';
import { CHECKPOINTS_MAX } from '#contract/constants.ts';
import type { Checkpoint, listCheckpoints as listing, saveCheckpoint as saving } from '#contract/checkpoint.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { checkpoints } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { holdProject, requireProject } from '#server/projects/index.ts';
import { insertCheckpoint } from './insert-checkpoint.ts';

/** Saves a checkpoint of the current plan under a name. */
export async function saveCheckpoint(ctx: Context, input: InputOf<typeof saving>): Promise<Checkpoint> {
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, input.id);
    if (ctx.actor.kind !== 'agent') await requireRoomForCheckpoint(tx, project.id);
    return insertCheckpoint(ctx, tx, emit, project, input.name, 'manual');
  });
}

/** People's checkpoints are never removed automatically: above the limit another is refused. */
async function requireRoomForCheckpoint(tx: Tx, projectId: Id): Promise<void> {
  const { rows } = await tx.execute<{ kept: number }>(sql`
    select count(*)::int as kept from checkpoints
    where project_id = ${projectId} and reason = 'manual' and author ->> 'kind' <> 'agent'`);
  if ((rows[0]?.kept ?? 0) < CHECKPOINTS_MAX) return;
  throw new AppError(
    'CONFLICT',
    `This project keeps ${CHECKPOINTS_MAX} checkpoints, which is as many as there may be. Delete one that is no longer needed first.`,
    { code: 'CHECKPOINT_LIMIT' },
  );
}

/** The checkpoints of one of the caller's projects, newest first, without their content. */
export async function listCheckpoints(ctx: Context, input: InputOf<typeof listing>): Promise<AnswerOf<typeof listing>> {
  const project = await requireProject(ctx, input.id);
  const older =
    input.cursor === undefined
      ? undefined
      : sql`(${checkpoints.createdAt}, ${checkpoints.id}) < (select c.created_at, c.id from checkpoints c where c.id = ${input.cursor} and c.project_id = ${project.id})`;
  const rows = await ctx.db
    .select()
    .from(checkpoints)
    .where(and(eq(checkpoints.projectId, project.id), older))
    .orderBy(desc(checkpoints.createdAt), desc(checkpoints.id))
    .limit(input.limit + 1);
  const items = rows.slice(0, input.limit).map(presentCheckpoint);
  return { items, nextCursor: rows.length > input.limit ? (items.at(-1)?.id ?? null) : null };
}

export function presentCheckpoint(row: typeof checkpoints.$inferSelect): Checkpoint {
  return {
    id: row.id as Id,
    project_id: row.projectId as Id,
    name: row.name,
    reason: row.reason,
    task_count: row.taskCount,
    done_count: row.doneCount,
    author: row.author,
    created_at: row.createdAt.toISOString(),
  };
}
