import type { FeedEvent } from './events.ts';
import type { Id } from './fields.ts';
import type { Note } from './note.ts';
import { PLAN_TEXTS } from './plan-texts.ts';

type Told = Pick<FeedEvent, 'seq' | 'type' | 'data' | 'actor' | 'created_at'>;

/** The events of the feed that leave a line among the notes. */
export const LINE_EVENTS = ['task.status_changed', 'task.locked'] as const satisfies FeedEvent['type'][];

/**
 * The line that an event leaves among the notes: a row like a note's, which nobody wrote and nobody can change. The same
 * event gives the same row, id included, wherever it is read.
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
  // A lock that came with a change of status, and not with a claim, has that line.
  if (type !== 'task.locked' || data.locked_by === undefined || data.task_list_name === null) return undefined;
  return { task_id: data.task_id, body: PLAN_TEXTS.locked(data.locked_by, data.task_list_name) };
}

/** A UUID of version 8, which notes never have: the moment, the end of the project's id, and the number. */
function lineId(projectId: string, { seq, created_at: at }: Pick<Told, 'seq' | 'created_at'>): Id {
  const moment = hex(Date.parse(at));
  const project = projectId.slice(-6);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-8${project.slice(0, 3)}-a${project.slice(3)}-${hex(seq)}` as Id;
}

const hex = (number: number) => number.toString(16).padStart(12, '0');

export const isLineId = (id: string): boolean => id[14] === '8';

/** When the line of an id was told, for whoever goes on from it: the event itself may be gone by then. */
export const momentOfLine = (id: string): Date => new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
