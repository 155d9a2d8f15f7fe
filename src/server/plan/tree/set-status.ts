import type { Id } from '#contract/fields.ts';
import type { Question } from '#contract/question.ts';
import type { TaskStatus } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { send } from '#server/platform/db/send.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import { hasProven } from '../baton/caller.ts';
import { handBack } from '../baton/hand-back.ts';
import { keepLoss } from '../baton/keep-loss.ts';
import type { TaskRow } from '../rows.ts';
import type { HeldRow } from '../baton/read-batons.ts';
import { ranOut } from '../baton/require-held.ts';
import type { OwnedTask } from '../require-task.ts';
import { describeHolder } from '../rules.ts';
import { type Taken, type Taking, takeBaton } from '../baton/take-baton.ts';

/** The effects of a change of status. */
export interface Changed {
  /** The current row; unchanged where nothing was written. */
  task: TaskRow & { id: Id };
  taken: Taken | undefined;
}

/**
 * Changes a task's status with its effects except the roll-up: work in progress always has a baton, and leaving it
 * releases the baton. The event is what the notes show as a status line.
 */
export async function setStatus(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  owned: OwnedTask,
  status: TaskStatus,
  taking: Taking,
  also: Partial<Pick<TaskRow, 'checks' | 'blockedReason' | 'question' | 'work'>> = {},
  why = status === 'done' ? 'The task is done.' : 'The task was put back.',
): Promise<Changed> {
  const { task, project } = owned;
  if (status === task.status && status !== 'wip') return { task, taken: undefined };
  const now = ctx.now();
  const isTaking = status === 'wip';
  requireOwnStatus(owned, status);
  if (isTaking && task.status !== 'wip') requireNothingAhead(owned);
  let taken: Taken | undefined;
  if (isTaking) {
    taken = await takeBaton(ctx, tx, emit, owned, taking);
    if (!taken.isNew) return { task, taken };
  } else if (task.status === 'wip') {
    const held = owned.batons.find(({ taskId }) => taskId === task.id);
    if (held !== undefined) {
      requireFreeFor(held, task.number, taking, now);
      requireEndOfRun(held, task.number, status, taking);
      await handBack(ctx, tx, emit, held, why, taking.ending);
      await keepLoss(tx, held, { why, by: taking, now });
    }
  }
  const isCompleted = status === 'done';
  const row = {
    ...task,
    status,
    isCompleted,
    completedAt: isCompleted ? now : null,
    agentLock: isTaking ? now : null,
    // Whoever claims, reopens or finishes the task has looked at what blocked it.
    blockedReason: null,
    handover: status === 'open' ? task.handover : null,
    prdState: isCompleted && task.prdState === 'review' ? null : task.prdState,
    question: questionAfter(task.question, status, now),
    ...also,
    updatedAt: now,
  };
  updateStatus(tx, row);
  if (status === task.status) return { task: row, taken };
  emit(`project:${project.id}`, 'task.status_changed', {
    task_id: task.id,
    previous_status: task.status,
    new_status: status,
  });
  return { task: row, taken };
}

/** Keeps the stored handover, which releasing the baton in the same transaction may have written. */
function updateStatus(tx: Tx, row: TaskRow): void {
  const { id, status, isCompleted, completedAt, agentLock, blockedReason, prdState, checks, updatedAt } = row;
  const times = [completedAt, agentLock, updatedAt];
  const kept = [row.question, row.work].map((value) => (value === null ? null : JSON.stringify(value)));
  const values = [id, status, isCompleted, ...times, blockedReason, prdState, JSON.stringify(checks), ...kept];
  void send(tx, { name: 'baton_set_status', text: SET_STATUS, values });
}

const SET_STATUS = `
  update tasks set status = $2, is_completed = $3, completed_at = $4, agent_lock = $5, updated_at = $6,
    blocked_reason = $7, prd_state = $8, checks = $9, question = $10, work = $11, handover = case when $2 = 'open' then handover end
  where id = $1`;

/**
 * The status of a task with live children is derived from them; only work begun before it was split can be reopened.
 */
export function requireOwnStatus({ task, hasChildren }: OwnedTask, status: TaskStatus): void {
  if (!hasChildren || (task.status === 'wip' && status === 'open')) return;
  throw new AppError('CONFLICT', `T${task.number} has subtasks: its status follows theirs.`);
}

function requireNothingAhead({ task, waitsFor }: OwnedTask): void {
  if (waitsFor.length === 0) return;
  const names = waitsFor.map((number) => `T${number}`).join(', ');
  throw new AppError('CONFLICT', `T${task.number} waits for ${names}. Take one that is ready.`);
}

/**
 * Only the holder may change a held task: an agent proves it by token or session, and one whose lease has expired must
 * claim again.
 */
function requireFreeFor(held: HeldRow, number: number, by: Taking, now: Date): void {
  const isOwn = by.isProven === true || hasProven(held, by);
  const isOver = held.expiresAt <= now;
  // A name proves nothing, but suffices to refuse a late write.
  const isLate = isOver && (isOwn || held.holderKey === by.holderKey);
  if (isLate && by.holder.kind === 'agent') throw ranOut(held, number);
  if (isOwn || isOver) return;
  const advice =
    by.holder.kind === 'agent'
      ? 'If that is you, pass its baton; else wait until it is handed back.'
      : 'Take the baton away first, or wait until it is handed back.';
  throw new AppError('LOCK_HELD', `${describeHolder(held.holder, number, held.takenAt)}. ${advice}`);
}

/** What an agent of a run calls done is delivered by its finish, and done once its runner has verified it. */
function requireEndOfRun(held: HeldRow, number: number, status: TaskStatus, { holder, ending }: Taking): void {
  if (held.runId === null || status !== 'done' || ending !== undefined || holder.kind !== 'agent') return;
  throw new AppError(
    'CONFLICT',
    `T${number} is worked on in a run: finish it with its baton, and the run verifies it.`,
  );
}

/** Claiming the task marks the answer as taken up, and withdraws an unanswered question; finishing it drops both. */
function questionAfter(question: Question | null, status: TaskStatus, now: Date): Question | null {
  if (question === null || status === 'done') return null;
  if (status !== 'wip') return question;
  const { answer } = question;
  if (answer === null) return null;
  return { ...question, answer: { ...answer, taken_up_at: answer.taken_up_at ?? now.toISOString() } };
}

/** Emits the task's lock with the name of its list. */
export function tellLocked(emit: Emit, { task, list, project }: OwnedTask, at: Date, by?: string): void {
  emit(`project:${project.id}`, 'task.locked', {
    task_id: task.id,
    task_list_name: list.name,
    agent_lock: at.toISOString(),
    ...(by === undefined ? {} : { locked_by: by }),
  });
}
