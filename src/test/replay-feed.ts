import type { FeedEvent } from '#contract/events.ts';
import type { Note, NoteType } from '#contract/note.ts';
import type { Baton, Plan } from '#contract/plan.ts';
import { Project } from '#contract/project.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';

/** A plan maintained from the feed alone, as by any client. */
export interface Replica {
  /** The number of its state. */
  seq: number;
  /** The last number received; after rereading the plan it may be behind `seq`. */
  heard: number;
  /** The plan was replaced: nothing is applied until it was reread. */
  isStale: boolean;
  project: Project;
  lists: Map<string, TaskList>;
  tasks: Map<string, Task>;
  dependencies: Map<string, Dependency>;
  batons: Map<number, Baton>;
  noteCounts: Map<string, number>;
  /** An event has only a note's new type; the old one is needed to decrement its count. */
  noteTypes: Map<string, NoteType>;
}

type Shown = Omit<Plan, 'project'> & { project: Project };

export function replicaOf(plan: Plan, notes: readonly Note[] = []): Replica {
  const replica = { heard: plan.seq, noteTypes: new Map(notes.map(({ id, type }) => [id, type])) };
  return Object.assign(replica, readAgain(plan));
}

/**
 * What `plan.replaced` and `plan.drafted` demand. Events up to the answer's own number may still arrive; they are
 * already included.
 */
export function rereadPlan(replica: Replica, plan: Plan): void {
  Object.assign(replica, readAgain(plan));
}

function readAgain(plan: Plan): Omit<Replica, 'heard' | 'noteTypes'> {
  return {
    seq: plan.seq,
    isStale: false,
    project: projectOf(plan.project),
    lists: new Map(plan.task_lists.map((list) => [list.id, list])),
    tasks: new Map(plan.tasks.map((task) => [task.id, task])),
    dependencies: new Map(plan.dependencies.map((each) => [keyOf(each), each])),
    batons: new Map(plan.batons.map((baton) => [baton.slot, baton])),
    noteCounts: new Map(plan.note_counts.map(({ task_id, type, count }) => [`${task_id} ${type}`, count])),
  };
}

/** Applies one event. Any number but the next is an error. */
export function applyEvent(replica: Replica, event: FeedEvent): void {
  if (event.seq !== replica.heard + 1) throw new Error(`event ${event.seq} came after ${replica.heard}`);
  replica.heard = event.seq;
  const isNews = event.seq > replica.seq && !replica.isStale;
  if (isNews) replica.seq = event.seq;
  switch (event.type) {
    case 'note.created':
    case 'note.updated':
    case 'note.deleted':
      return countNote(replica, event.data, isNews);
    default:
      if (isNews) applyRow(replica, event);
  }
}

function applyRow(replica: Replica, event: FeedEvent): void {
  switch (event.type) {
    case 'project.updated':
    case 'project.deleted':
      replica.project = event.data;
      return;
    case 'task_list.created':
    case 'task_list.updated':
    case 'task_list.deleted':
      return put(replica.lists, event.data);
    case 'task.created':
    case 'task.updated':
    case 'task.deleted':
      return put(replica.tasks, event.data);
    case 'task.patched': {
      const { id, ...patch } = event.data;
      const known = replica.tasks.get(id);
      if (known) put(replica.tasks, Object.assign({ ...known }, patch));
      return;
    }
    case 'tasks.reordered':
      for (const { id, order_in_parent } of event.data.orders) {
        const task = replica.tasks.get(id);
        if (task !== undefined) replica.tasks.set(id, { ...task, order_in_parent });
      }
      return;
    case 'dependency.added':
      return void replica.dependencies.set(keyOf(event.data), event.data);
    case 'dependency.removed':
      return void replica.dependencies.delete(keyOf(event.data));
    case 'baton.taken':
    case 'baton.renewed':
      return void replica.batons.set(event.data.slot, event.data);
    case 'baton.released':
      return void replica.batons.delete(event.data.slot);
    case 'plan.replaced':
    case 'plan.drafted':
      replica.isStale = true;
      return;
    default:
    // Other events are for people to read, or do not concern the plan.
  }
}

function put<T extends { id: string; deleted_at: string | null }>(rows: Map<string, T>, row: T): void {
  if (row.deleted_at === null) rows.set(row.id, row);
  else rows.delete(row.id);
}

function countNote(replica: Replica, note: Note, isNews: boolean): void {
  const before = replica.noteTypes.get(note.id);
  const after = note.deleted_at === null ? note.type : undefined;
  if (after === undefined) replica.noteTypes.delete(note.id);
  else replica.noteTypes.set(note.id, after);
  if (!isNews || before === after) return;
  const add = (type: NoteType, by: number) => {
    const key = `${note.task_id} ${type}`;
    replica.noteCounts.set(key, (replica.noteCounts.get(key) ?? 0) + by);
  };
  if (before !== undefined) add(before, -1);
  if (after !== undefined) add(after, 1);
}

/**
 * The replica in the form of the plan's answer. A list's name and task count are derived: events carry the changed row,
 * not every row that shows it. A dependency counts when both ends are live.
 */
export function showReplica(replica: Replica): Shown {
  const tasks = [...replica.tasks.values()].map((task) => ({
    ...task,
    task_list_name: replica.lists.get(task.task_list_id)?.name ?? '(a list that is not there)',
  }));
  const counts = { tasks: tasks.length, open: 0, wip: 0, done: 0 };
  for (const { status } of tasks) counts[status] += 1;
  const sizes = Map.groupBy(tasks, (task) => task.task_list_id);
  return showPlan({
    seq: replica.seq,
    project: replica.project,
    task_lists: [...replica.lists.values()].map((list) => ({ ...list, task_count: sizes.get(list.id)?.length ?? 0 })),
    tasks,
    dependencies: [...replica.dependencies.values()].filter(
      ({ task_id, depends_on_id }) => replica.tasks.has(task_id) && replica.tasks.has(depends_on_id),
    ),
    batons: [...replica.batons.values()],
    note_counts: [...replica.noteCounts].filter(([, count]) => count !== 0).map(readCount),
    counts,
  });
}

/** In canonical order. */
export function showPlan(plan: Shown): Shown {
  return {
    ...plan,
    project: projectOf(plan.project),
    task_lists: plan.task_lists.toSorted(
      (a, b) => a.depth - b.depth || compare(a.created_at, b.created_at) || compare(a.id, b.id),
    ),
    tasks: plan.tasks.toSorted(
      (a, b) => a.order_in_parent - b.order_in_parent || a.level - b.level || compare(a.id, b.id),
    ),
    dependencies: plan.dependencies.toSorted((a, b) => compare(keyOf(a), keyOf(b))),
    batons: plan.batons.toSorted((a, b) => a.slot - b.slot),
    note_counts: plan.note_counts.toSorted((a, b) => compare(`${a.task_id} ${a.type}`, `${b.task_id} ${b.type}`)),
  };
}

function readCount([key, count]: [string, number]): Plan['note_counts'][number] {
  const [task, type] = key.split(' ');
  return { task_id: task === 'null' ? null : (task as Note['task_id']), type: type as NoteType, count };
}

/** Counts, lanes and activity are derived; the row itself is compared. */
function projectOf(summary: Project): Project {
  return Project.parse(summary);
}

const keyOf = ({ task_id, depends_on_id }: Dependency) => `${task_id} ${depends_on_id}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
