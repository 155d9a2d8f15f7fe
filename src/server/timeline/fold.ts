import type { EventDataOf, EventType } from '#contract/events.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { EntryData, TimelineKind } from '#contract/timeline.ts';
import type { TimelineState } from '#server/platform/db/tables/index.ts';

/** An entry while the feed is folded: new, or one that is stored and may change. */
export interface Entry {
  /** null until it is stored. */
  id: Id | null;
  isChanged: boolean;
  /** The kind under which it is stored; null for a new one. */
  storedKind: TimelineKind | null;
  /** The feed's number of the change that made it what it is. */
  seq: number;
  at: Date;
  kind: TimelineKind;
  who: string;
  whoKind: EventActor['kind'];
  taskId: Id | null;
  isOpen: boolean;
  data: EntryData;
}

/** The accumulator of the projection: what is known of earlier rows, and what this batch adds. */
export interface Fold {
  state: TimelineState;
  /** Entries that are not settled: held, stopped, blocked, asked. */
  open: Set<Entry>;
  /** The newest entry, with which a following one may be merged. */
  last: Entry | undefined;
  added: Entry[];
  /** The number of the current change. */
  seq: number;
  /** Work that ended in the current change without its holder's doing, by task: whoever takes the task follows it. */
  lost: Map<Id, Entry>;
}

export type StoredEvent = { [T in EventType]: { type: T; data: EventDataOf<T> } }[EventType];

/** One change of the feed. */
export interface Change {
  seq: number;
  events: readonly StoredEvent[];
  actor: EventActor;
  at: Date;
}

type Patch = Omit<EventDataOf<'task.patched'>, 'id'>;

/** A change read once: what it did to each task, and its notes. */
export interface Reading extends Change {
  patches: Map<Id, Patch>;
  statuses: Map<Id, EventDataOf<'task.status_changed'>>;
  notes: Note[];
  has(type: EventType): boolean;
}

export function readChange(change: Change): Reading {
  const patches = new Map<Id, Patch>();
  const statuses = new Map<Id, EventDataOf<'task.status_changed'>>();
  const notes: Note[] = [];
  for (const { type, data } of change.events) {
    if (type === 'task.updated' || type === 'task.patched' || type === 'task.created')
      patches.set(data.id, { ...patches.get(data.id), ...data });
    else if (type === 'task.status_changed') statuses.set(data.task_id, data);
    else if (type === 'note.created' && !data.is_broadcast) notes.push(data);
  }
  const types = new Set<EventType>(change.events.map(({ type }) => type));
  return { ...change, patches, statuses, notes, has: (type) => types.has(type) };
}

export function addEntry(
  fold: Fold,
  { at, actor }: Pick<Change, 'at' | 'actor'>,
  entry: Partial<Entry> & Pick<Entry, 'kind'>,
): Entry {
  const added: Entry = {
    id: null,
    isChanged: true,
    storedKind: null,
    seq: fold.seq,
    at,
    who: actor.name,
    whoKind: actor.kind,
    taskId: null,
    isOpen: false,
    ...entry,
    data: { ...(actor.id !== null && { of: actor.id }), ...entry.data },
  };
  fold.added.push(added);
  if (added.isOpen) fold.open.add(added);
  keepLast(fold, added);
  return added;
}

export function changeEntry(fold: Fold, entry: Entry, to: Partial<Omit<Entry, 'id' | 'storedKind' | 'seq'>>): void {
  if (to.kind !== undefined && to.kind !== entry.kind) entry.seq = fold.seq;
  Object.assign(entry, to, { isChanged: true, data: { ...entry.data, ...to.data } });
  if (entry.isOpen) fold.open.add(entry);
  else fold.open.delete(entry);
  keepLast(fold, entry);
}

/** Who had the task before, with whose agent that was. */
export const fromOf = ({ who, whoKind, data: { of } }: Entry): EntryData => ({
  from: who,
  ...(whoKind === 'agent' && of !== undefined && { from_of: of }),
});

/** By time, as the next batch will read it: an expiry that is told late is not the newest entry. */
function keepLast(fold: Fold, entry: Entry): void {
  if (fold.last === undefined || entry.at >= fold.last.at) fold.last = entry;
}

export function findOpen(fold: Fold, taskId: Id, ...kinds: TimelineKind[]): Entry | undefined {
  for (const entry of fold.open) if (entry.taskId === taskId && kinds.includes(entry.kind)) return entry;
  return undefined;
}

/** Settles what is open of a task; returns whether there was any. */
export function settle(fold: Fold, taskId: Id, ...kinds: TimelineKind[]): boolean {
  let any = false;
  for (let entry = findOpen(fold, taskId, ...kinds); entry; entry = findOpen(fold, taskId, ...kinds)) {
    changeEntry(fold, entry, { isOpen: false });
    any = true;
  }
  return any;
}
