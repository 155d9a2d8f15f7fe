import type { EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';

export interface PendingEvent {
  type: EventType;
  data: unknown;
}

export interface FeedRow {
  told: PendingEvent[];
  about: Id | null;
}

/** Readers get whole rows, so a row must not hold a whole plan. */
const ROW_EVENTS_MAX = 100;

/**
 * Splits a change's events into rows, in order. Events shown in a task's history must be found by that task, so a row
 * has those of one task only; all others stay in place.
 */
export function cutRows(list: readonly PendingEvent[]): FeedRow[] {
  const rows: FeedRow[] = [];
  for (const event of list) {
    const about = READ_OF_TASK.has(event.type) ? taskOf(event) : null;
    const last = rows.at(-1);
    const fits = last !== undefined && (about === null || last.about === null || last.about === about);
    if (fits && last.told.length < ROW_EVENTS_MAX) {
      last.told.push(event);
      last.about ??= about;
    } else rows.push({ told: [event], about });
  }
  return rows;
}

/** Events shown in a task's activity and notes. */
const READ_OF_TASK: ReadonlySet<EventType> = new Set<EventType>([
  'task.created',
  'task.deleted',
  'task.status_changed',
  'task.locked',
  'parent.completed',
  'dependency.added',
  'dependency.removed',
  'note.created',
  'baton.taken',
  'baton.released',
]);

function taskOf({ type, data }: PendingEvent): Id | null {
  const { id, task_id: taskId } = data as { id?: Id; task_id?: Id | null };
  return (type === 'task.created' || type === 'task.deleted' ? id : taskId) ?? null;
}
