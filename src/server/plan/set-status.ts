import { eq, sql } from 'drizzle-orm';
import type { EventActor, Id } from '#contract/fields.ts';
import type { Baton } from '#contract/plan.ts';
import type { TaskStatus } from '#contract/task.ts';
import { PLAN_TEXTS } from '#contract/texts.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/feed.ts';
import { handBack } from './hand-back.ts';
import { hasLiveChildren } from './queries.ts';
import type { OwnedTask } from './require-task.ts';
import { describeHolder, holderKeyOf } from './rules.ts';
import { takeBaton } from './take-baton.ts';

/**
 * Changes a task's status with all that hangs on it except the roll-up: work in progress always has a holder behind it,
 * leaving it hands the baton back, and each change leaves a line among the notes.
 */
export async function setStatus(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  owned: OwnedTask,
  status: TaskStatus,
  by: EventActor,
): Promise<{ baton: Baton | undefined }> {
  const { task, project } = owned;
  if (status === task.status && status !== 'wip') return { baton: undefined };
  await requireOwnStatus(tx, owned, status);
  const now = ctx.now();
  let baton: Baton | undefined;
  if (status === 'wip') {
    if (task.status !== 'wip') await requireNothingAhead(tx, task);
    const taken = await takeBaton(ctx, tx, emit, owned, by);
    if (!taken.isNew) return { baton: taken.baton };
    baton = taken.baton;
  } else if (task.status === 'wip') {
    await requireNotHeldByAnother(tx, owned, by, now);
    await handBack(tx, emit, task.id, status === 'done' ? 'The task is done.' : 'The task was put back.');
  }
  const isCompleted = status === 'done';
  await tx
    .update(tasks)
    .set({
      status,
      isCompleted,
      completedAt: isCompleted ? now : null,
      agentLock: status === 'wip' ? now : null,
      updatedAt: now,
    })
    .where(eq(tasks.id, task.id));
  if (status === task.status) return { baton };
  emit(`project:${project.id}`, 'task.status_changed', {
    task_id: task.id,
    previous_status: task.status,
    new_status: status,
  });
  await writeNote(ctx, tx, emit, {
    projectId: project.id,
    taskId: task.id,
    type: 'PROGRESS',
    body: PLAN_TEXTS.statusChanged(task.status, status),
    isBroadcast: true,
  });
  return { baton };
}

/** What a task with live children is, its children say; only work that was begun before the split can be put back. */
async function requireOwnStatus(tx: Tx, { task }: OwnedTask, status: TaskStatus): Promise<void> {
  if (task.status === 'wip' && status === 'open') return;
  if (!(await hasLiveChildren(tx, task.id))) return;
  throw new AppError('CONFLICT', `T${task.number} has subtasks: its status follows theirs.`);
}

async function requireNothingAhead(tx: Tx, task: { id: Id; number: number }): Promise<void> {
  const { rows } = await tx.execute<{ number: number }>(sql`
    select t.number from task_dependencies d join tasks t on t.id = d.depends_on_id
    where d.task_id = ${task.id} and t.deleted_at is null and t.status <> 'done' order by t.number`);
  if (rows.length === 0) return;
  const names = rows.map(({ number }) => `T${number}`).join(', ');
  throw new AppError('CONFLICT', `T${task.number} waits for ${names}. Take one that is ready.`);
}

async function requireNotHeldByAnother(tx: Tx, { task }: OwnedTask, by: EventActor, now: Date): Promise<void> {
  const [held] = await tx.select().from(batons).where(eq(batons.taskId, task.id));
  if (held === undefined || held.holderKey === holderKeyOf(by) || held.expiresAt <= now) return;
  throw new AppError(
    'LOCK_HELD',
    `${describeHolder(held.holder, task.number, held.takenAt)}. Take the baton away first, or wait until it is handed back.`,
  );
}

/** The project's list and everything above it, told as "locked" with the name of the list. */
export function tellLocked(emit: Emit, { task, list, project }: OwnedTask, at: Date): void {
  emit(`project:${project.id}`, 'task.locked', {
    task_id: task.id,
    task_list_name: list.name,
    agent_lock: at.toISOString(),
  });
}
