import { sql } from 'drizzle-orm';
import { AUTOMATIC_CHECKPOINTS_MAX } from '#contract/constants.ts';
import type { Checkpoint, CheckpointReason } from '#contract/checkpoint.ts';
import type { Id } from '#contract/fields.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import type { WritableProjectId } from '#server/projects/index.ts';
import { snapshotOf } from './snapshot.ts';

/** Keeps the plan as it is at this point of the transaction. */
export async function insertCheckpoint(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: { id: WritableProjectId },
  name: string,
  reason: CheckpointReason,
): Promise<Checkpoint> {
  const now = ctx.now();
  const id = newId(now.getTime());
  const author = presentActor(ctx.actor);
  const { rows } = await tx.execute<{ task_count: number; done_count: number }>(sql`
    with plan as (select ${snapshotOf(project.id)} as snapshot)
    insert into checkpoints (id, project_id, name, reason, snapshot, task_count, done_count, author, created_at)
    select ${id}, ${project.id}, ${name}, ${reason}, plan.snapshot, jsonb_array_length(plan.snapshot -> 'tasks'),
      (select count(*) from jsonb_array_elements(plan.snapshot -> 'tasks') t where t ->> 'status' = 'done'),
      ${JSON.stringify(author)}::jsonb, ${now}
    from plan
    returning task_count, done_count`);
  const [row] = rows;
  if (row === undefined) throw new Error('the checkpoint was not inserted');
  if (reason !== 'manual') await forgetOldest(tx, project.id);
  const checkpoint = { id, project_id: project.id, name, reason, ...row, author, created_at: now.toISOString() };
  emit(`project:${project.id}`, 'checkpoint.created', checkpoint);
  return checkpoint;
}

/** Checkpoints that people and agents made stay; of those Baton takes by itself, the newest are enough to go back. */
async function forgetOldest(tx: Tx, projectId: Id): Promise<void> {
  await tx.execute(sql`
    delete from checkpoints where id in (
      select id from checkpoints where project_id = ${projectId} and reason <> 'manual'
      order by created_at desc, id desc offset ${AUTOMATIC_CHECKPOINTS_MAX})`);
}
