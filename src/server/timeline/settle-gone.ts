import type { Id } from '#contract/fields.ts';
import type { connectionOf } from '#server/platform/db/client.ts';
import { type Change, type Entry, type Fold, changeEntry } from './fold.ts';

/** Events that change many tasks without naming each of them. */
const SWEEPING = /^(?:plan\.(?:replaced|drafted)|task\.deleted|task_list\.deleted)$/;

interface TaskState {
  id: Id;
  is_blocked: boolean;
  is_asking: boolean;
  is_unfinished: boolean;
}

/**
 * Settles blocks, questions and stopped work whose task was deleted or set back by a change of the whole plan: left open
 * they would be told as waiting for ever, and every further run would read them.
 */
export async function settleGone(
  connection: ReturnType<typeof connectionOf>,
  fold: Fold,
  changes: readonly Change[],
): Promise<void> {
  if (!changes.some(({ events }) => events.some(({ type }) => SWEEPING.test(type)))) return;
  const open = [...fold.open].filter(({ kind, taskId }) => kind !== 'held' && taskId !== null);
  if (open.length === 0) return;
  const { rows } = await connection.query<TaskState>({ ...STATES, values: [open.map(({ taskId }) => taskId)] });
  const states = new Map(rows.map((row) => [row.id, row]));
  for (const entry of open)
    if (entry.taskId !== null && !stillStands(entry, states.get(entry.taskId)))
      changeEntry(fold, entry, { isOpen: false });
}

function stillStands({ kind }: Entry, state: TaskState | undefined): boolean {
  if (state === undefined) return false;
  if (kind === 'blocked') return state.is_blocked;
  return kind === 'stopped' ? state.is_unfinished : state.is_asking;
}

const STATES = {
  name: 'baton_timeline_states',
  text: `select id, blocked_reason is not null as is_blocked, is_asking, not is_completed as is_unfinished
    from tasks where id = any ($1) and deleted_at is null`,
};
