import type { Id } from '#contract/fields.ts';
import type { NoteCount } from '#contract/plan.ts';
import type { PlanTree, TaskMark } from '#contract/plan-tree.ts';
import type { Dependency, TaskStatus } from '#contract/task.ts';

export interface TreeList {
  id: Id;
  name: string;
  parent_task_id: Id | null;
  depth: number;
  /** Milliseconds, like all times here. */
  created_at: number;
  updated_at: number;
}

export interface TreeTask extends Omit<TaskMark, 'task'> {
  id: Id;
  number: number;
  task_list_id: Id;
  title: string;
  status: TaskStatus;
  order_in_parent: number;
  level: number;
  checks: number;
  requirement_ids: string[];
  created_at: number;
  updated_at: number;
  completed_at: number | null;
}

export interface TreeRows extends Pick<PlanTree, 'project' | 'batons' | 'seq'> {
  task_lists: TreeList[];
  tasks: TreeTask[];
  dependencies: Dependency[];
  note_counts: NoteCount[];
}

const MARKS = ['agent_lock', 'blocked_reason', 'is_enabler', 'prd_state', 'question', 'work'] as const;

/** Columnar format; references become indexes. */
export function packTree({ project, batons, seq, task_lists: lists, tasks, ...rest }: TreeRows): PlanTree {
  const placeOfTask = placesOf(tasks);
  const placeOfList = placesOf(lists);
  const placeOf = (places: Map<Id, number>, id: Id) => {
    const place = places.get(id);
    if (place === undefined) throw new Error(`the plan has no row ${id}`);
    return place;
  };
  return {
    project,
    task_lists: {
      id: lists.map(shortId),
      name: lists.map(({ name }) => name),
      parent_task: lists.map(({ parent_task_id: parent }) => (parent === null ? -1 : (placeOfTask.get(parent) ?? -1))),
      depth: lists.map(({ depth }) => depth),
      created_at: differences(lists.map(({ created_at: at }) => at)),
      updated_at: differences(lists.map(({ updated_at: at }) => at)),
    },
    tasks: {
      id: tasks.map(shortId),
      number: tasks.map(({ number }) => number),
      task_list: tasks.map((task) => placeOf(placeOfList, task.task_list_id)),
      title: tasks.map(({ title }) => title),
      status: tasks.map(({ status }) => status[0]).join(''),
      order_in_parent: differences(tasks.map((task) => task.order_in_parent)),
      level: tasks.map(({ level }) => level),
      checks: tasks.map(({ checks }) => checks),
      created_at: differences(tasks.map(({ created_at: at }) => at)),
      updated_at: differences(tasks.map(({ updated_at: at }) => at)),
      completed_at: tasks.map(({ completed_at: at, created_at: since }) => (at === null ? -1 : at - since)),
    },
    marks: tasks.flatMap(markOf),
    requirements: packRequirements(tasks),
    dependencies: rest.dependencies.flatMap(({ task_id: task, depends_on_id: other }) => {
      const pair = [placeOfTask.get(task), placeOfTask.get(other)];
      return pair.every((place) => place !== undefined) ? pair : [];
    }),
    batons,
    ...packCounts(rest.note_counts, placeOfTask),
    seq,
  };
}

/** Base64: 22 characters instead of 36. */
function shortId({ id }: { id: Id }): string {
  const digits = id.replaceAll('-', '');
  return digits.length === 32 ? Buffer.from(digits, 'hex').toString('base64url') : id;
}

const placesOf = (rows: readonly { id: Id }[]) => new Map(rows.map(({ id }, place) => [id, place]));

const differences = (times: readonly number[]) => times.map((time, place) => time - (times[place - 1] ?? 0));

function markOf(task: TreeTask, place: number): TaskMark[] {
  const set = MARKS.filter((name) => task[name] !== undefined);
  return set.length === 0 ? [] : [{ task: place, ...Object.fromEntries(set.map((name) => [name, task[name]])) }];
}

function packRequirements(tasks: readonly TreeTask[]): PlanTree['requirements'] {
  const places = new Map<string, number>();
  const placeOf = (id: string) => {
    const known = places.get(id) ?? places.size;
    places.set(id, known);
    return known;
  };
  const packed = tasks.flatMap(({ requirement_ids: ids }, place) =>
    ids.length === 0 ? [] : [[place, ...ids.map(placeOf)]],
  );
  return { id: [...places.keys()], tasks: packed };
}

function packCounts(
  counts: readonly NoteCount[],
  placeOfTask: Map<Id, number>,
): Pick<PlanTree, 'note_counts' | 'other_note_counts'> {
  const byType = new Map<NoteCount['type'], [place: number, count: number][]>();
  const others: NoteCount[] = [];
  for (const each of counts) {
    const place = each.task_id === null ? -1 : placeOfTask.get(each.task_id);
    if (place === undefined) others.push(each);
    else {
      const pairs = byType.get(each.type) ?? [];
      pairs.push([place, each.count]);
      byType.set(each.type, pairs);
    }
  }
  const packed = [...byType].map(([type, pairs]) => {
    const sorted = pairs.toSorted(([a], [b]) => a - b);
    return { type, tasks: sorted.flatMap(([place, count], at) => [place - (sorted[at - 1]?.[0] ?? -1), count]) };
  });
  return { note_counts: packed, other_note_counts: others };
}
