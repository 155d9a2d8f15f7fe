import type { FeedEvent } from './events.ts';
import type { Id } from './fields.ts';
import type { Note } from './note.ts';
import { PLAN_TEXTS } from './plan-texts.ts';

type Told = Pick<FeedEvent, 'seq' | 'type' | 'data' | 'actor' | 'created_at'>;

/** Events that are shown as a status line among the notes. */
export const LINE_EVENTS = ['task.status_changed', 'task.locked'] as const satisfies FeedEvent['type'][];

/**
 * The status line of an event, in the form of a note that cannot be edited. Deterministic: the same event gives the
 * same row, id included.
 */
export function lineOf(projectId: string, event: Told): Note | undefined {
  const said = sayLine(event as FeedEvent);
  if (said === undefined) return undefined;
  return {
    id: lineId(projectId, event),
    project_id: projectId as Id,
    ...said,
    type: 'PROGRESS',
    author: event.actor,
    is_broadcast: true,
    pinned: false,
    by_holder: false,
    question_id: null,
    work: null,
    supersedes_id: null,
    superseded_by_id: null,
    created_at: event.created_at,
    updated_at: event.created_at,
    deleted_at: null,
  };
}

function sayLine({ type, data }: FeedEvent): Pick<Note, 'task_id' | 'body'> | undefined {
  if (type === 'task.status_changed')
    return { task_id: data.task_id, body: PLAN_TEXTS.statusChanged(data.previous_status, data.new_status) };
  // A lock by a change of status, not by a claim, already has that line.
  if (type !== 'task.locked' || data.locked_by === undefined || data.task_list_name === null) return undefined;
  return { task_id: data.task_id, body: PLAN_TEXTS.locked(data.locked_by, data.task_list_name) };
}

/** A UUID of version 8, which notes never have: time, end of the project's id, and feed number. */
function lineId(projectId: string, { seq, created_at: at }: Pick<Told, 'seq' | 'created_at'>): Id {
  const moment = hex(Date.parse(at));
  const project = projectId.slice(-6);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-8${project.slice(0, 3)}-a${project.slice(3)}-${hex(seq)}` as Id;
}

const hex = (number: number) => number.toString(16).padStart(12, '0');

export const isLineId = (id: string): boolean => id[14] === '8';

/** The time encoded in a line's id, for pagination: the event itself may be past retention. */
export const momentOfLine = (id: string): Date => new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
