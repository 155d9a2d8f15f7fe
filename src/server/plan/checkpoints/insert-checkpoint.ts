import { type SQL, sql } from 'drizzle-orm';
import { AGENT_CHECKPOINTS_MAX, AUTOMATIC_CHECKPOINTS_MAX } from '#contract/constants.ts';
import type { Checkpoint, CheckpointReason } from '#contract/checkpoint.ts';
import type { Id } from '#contract/fields.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import type { WritableProjectId } from '#server/projects/index.ts';
import { snapshotOf } from './snapshot.ts';

/** Stores a checkpoint of the plan at this point of the transaction. */
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
    select task_count, done_count from baton_keep_checkpoint(
      ${id}, ${project.id}, ${name}, ${reason}, ${JSON.stringify(author)}::jsonb, ${now}, ${snapshotOf(project.id)})`);
  const [row] = rows;
  if (row === undefined) throw new Error('the checkpoint was not inserted');
  if (reason !== 'manual') await forgetOldest(tx, project.id, sql`reason <> 'manual'`, AUTOMATIC_CHECKPOINTS_MAX);
  else if (author.kind === 'agent') await forgetOldest(tx, project.id, BY_AGENTS, AGENT_CHECKPOINTS_MAX);
  const checkpoint = { id, project_id: project.id, name, reason, ...row, author, created_at: now.toISOString() };
  emit(`project:${project.id}`, 'checkpoint.created', checkpoint);
  return checkpoint;
}

const BY_AGENTS = sql`reason = 'manual' and author ->> 'kind' = 'agent'`;

/** Retention: people's checkpoints stay; of agents' and automatic ones the newest are kept. */
async function forgetOldest(tx: Tx, projectId: Id, which: SQL, kept: number): Promise<void> {
  await tx.execute(sql`
    delete from checkpoints where id in (
      select id from checkpoints where project_id = ${projectId} and ${which}
      order by created_at desc, id desc offset ${kept})`);
}
