import type { EventType, FeedEvent } from '#contract/events.ts';
import { plainLine } from '#markdown/plain-text.ts';

/** Task names by id; baton events have the id only. */
export type TaskNames = Map<string, string>;

export function learnNames(names: TaskNames, event: FeedEvent): void {
  if (event.type === 'task.created' || event.type === 'task.updated') names.set(event.data.id, `T${event.data.number}`);
}

const TEXT_MAX = 100;

/** One event as one line: time of the terminal, actor, action and task. */
export function describeEvent(event: FeedEvent, names: TaskNames): string {
  const at = new Date(event.created_at).toLocaleTimeString('sv-SE');
  return [at, event.actor.name, actionOf(event.type), textOf(event, names)].filter((part) => part !== '').join('  ');
}

const ACTIONS: Partial<Record<EventType, string>> = {
  'task.patched': 'task updated',
  'task.status_changed': 'status changed',
  'parent.completed': 'all below it done',
  'baton.taken': 'took the baton',
  'baton.renewed': 'still at work',
  'baton.expired': 'fell silent',
  'baton.released': 'handed the baton back',
};

/** "note.created" is "note created". */
const actionOf = (type: EventType): string => ACTIONS[type] ?? type.replaceAll(/[._]/g, ' ');

function textOf(event: FeedEvent, names: TaskNames): string {
  const nameOf = (id: string) => names.get(id) ?? id;
  switch (event.type) {
    case 'task.created':
    case 'task.updated':
    case 'task.deleted':
      return `T${event.data.number} ${cut(event.data.title)} [${event.data.status}]`;
    case 'task.patched':
      return `${nameOf(event.data.id)}${event.data.status === undefined ? '' : ` [${event.data.status}]`}`;
    case 'task.status_changed':
      return `${nameOf(event.data.task_id)} ${event.data.previous_status} → ${event.data.new_status}`;
    case 'note.created':
    case 'note.updated':
    case 'note.deleted': {
      const { task_id, type, body } = event.data;
      return `${task_id === null ? '' : `${nameOf(task_id)} `}${type}: ${cut(plainLine(body))}`;
    }
    case 'baton.taken':
    case 'baton.renewed':
      return `${nameOf(event.data.task_id)} by ${event.data.holder.name}, baton ${event.data.fence}`;
    case 'baton.released':
      return `${nameOf(event.data.task_id)} baton ${event.data.fence}: ${cut(plainLine(event.data.reason))}`;
    case 'dependency.added':
    case 'dependency.removed':
      return `${nameOf(event.data.task_id)} waits for ${nameOf(event.data.depends_on_id)}`;
    case 'plan.drafted': {
      const { tasks, planned, work } = event.data;
      return `${tasks} tasks${work === 0 ? '' : `, ${planned} of ${work} lines`}`;
    }
    default:
      return otherText(event.data, nameOf);
  }
}

function otherText(data: object, nameOf: (id: string) => string): string {
  if ('task_id' in data && typeof data.task_id === 'string') return nameOf(data.task_id);
  for (const key of ['name', 'message', 'cause', 'error'] as const)
    if (key in data) return cut(String((data as Record<string, unknown>)[key]));
  return '';
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1)}…`;
}
