import { eq, sql } from 'drizzle-orm';
import type { EventActor, Id } from '#contract/fields.ts';
import type { TaskStatus } from '#contract/task.ts';
import { PLAN_TEXTS } from '#contract/texts.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/feed.ts';
import { handBack } from './hand-back.ts';
import { type TaskRow, hasLiveChildren, taskColumns } from './queries.ts';
import { ranOut } from './require-held.ts';
import type { OwnedTask } from './require-task.ts';
import { describeHolder, holderKeyOf } from './rules.ts';
import { type HeldRow, type Taken, type Taking, readBatons, takeBaton } from './take-baton.ts';

/** What a change of status has led to. */
export interface Changed {
  /** The row as it is now; the one from before where nothing was written. */
  task: TaskRow & { id: Id };
  taken: Taken | undefined;
}

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
  taking: Taking,
  also: Partial<Pick<TaskRow, 'checks' | 'blockedReason'>> = {},
): Promise<Changed> {
  const { task, project } = owned;
  if (status === task.status && status !== 'wip') return { task, taken: undefined };
  const now = ctx.now();
  const isTaking = status === 'wip';
  const [held] = await Promise.all([
    isTaking || task.status === 'wip' ? readBatons(tx, project.id) : [],
    requireOwnStatus(tx, owned, status),
    isTaking && task.status !== 'wip' ? requireNothingAhead(tx, task) : undefined,
  ]);
  let taken: Taken | undefined;
  if (isTaking) {
    taken = await takeBaton(ctx, tx, emit, owned, taking, held);
    if (!taken.isNew) return { task, taken };
  } else if (task.status === 'wip') {
    requireFreeFor(held, owned, taking.holder, now);
    await handBack(tx, emit, task.id, status === 'done' ? 'The task is done.' : 'The task was put back.');
  }
  const isCompleted = status === 'done';
  const updated = tx
    .update(tasks)
    .set({
      status,
      isCompleted,
      completedAt: isCompleted ? now : null,
      agentLock: isTaking ? now : null,
      // Whoever takes it, reopens it or is done with it has looked at what stood in the way.
      blockedReason: null,
      ...(status === 'open' ? {} : { handover: null }),
      ...also,
      updatedAt: now,
    })
    .where(eq(tasks.id, task.id))
    .returning(taskColumns);
  if (status !== task.status)
    emit(`project:${project.id}`, 'task.status_changed', {
      task_id: task.id,
      previous_status: task.status,
      new_status: status,
    });
  const [[row]] = await Promise.all([
    updated,
    status === task.status
      ? undefined
      : writeNote(ctx, tx, emit, {
          projectId: project.id,
          taskId: task.id,
          type: 'PROGRESS',
          body: PLAN_TEXTS.statusChanged(task.status, status),
          isBroadcast: true,
        }),
  ]);
  if (row === undefined) throw new Error('the task is gone');
  return { task: { ...row, id: task.id }, taken };
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

/** Nobody changes what another holds; and an agent that let its own lease run out claims again, number or not. */
function requireFreeFor(all: readonly HeldRow[], { task }: OwnedTask, by: EventActor, now: Date): void {
  const held = all.find(({ taskId }) => taskId === task.id);
  if (held === undefined) return;
  const isOwn = held.holderKey === holderKeyOf(by);
  const isOver = held.expiresAt <= now;
  if (isOwn && isOver && by.kind === 'agent') throw ranOut(held, task.number);
  if (isOwn || isOver) return;
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
