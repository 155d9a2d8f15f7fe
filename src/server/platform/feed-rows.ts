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

/** A reader gets whole rows: none is to hold a whole plan. */
const ROW_EVENTS_MAX = 100;

/**
 * The rows of a change, in the order in which it was told. What a person reads of one task must be found by that task, so a
 * row holds such events of one only; all others stand where they came.
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

/** What the activity and the notes of one task show. */
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
