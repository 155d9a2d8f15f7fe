import type { Id } from '#contract/fields.ts';
import { isFixed } from './judge-task.ts';
import type { Bench, MergeTask } from './sides.ts';

/** Adds what new drafts say must come first, and takes out what they no longer say; a person's own edges stay as they are. */
export function mergeDependencies(bench: Bench, added: ReadonlySet<Id>): void {
  const byKey = new Map<string, Id>();
  for (const task of bench.tasks.values()) if (task.origin?.key != null) byKey.set(task.origin.key, task.id);
  const resolve = (key: string) => bench.taskOf.get(key) ?? byKey.get(key);
  const present = new Set(bench.edges.map(nameOf));
  const wanted: Edge[] = [];
  const unwanted = new Set<string>();
  for (const drafted of bench.theirs.draft.tasks) {
    const task = bench.tasks.get(bench.taskOf.get(drafted.key) ?? ('' as Id));
    if (task === undefined || task.origin === null) continue;
    const isNew = added.has(task.id);
    if (!isNew && (bench.draftOf.get(task.id) !== drafted || isFixed(bench, task))) continue;
    const base = isNew ? [] : task.origin.depends_on;
    for (const key of drafted.depends_on) {
      const other = resolve(key);
      const edge = { task_id: task.id, depends_on_id: other ?? task.id };
      // One that was there and is not any more was taken out by somebody.
      if (other === undefined || other === task.id || base.includes(key) || present.has(nameOf(edge))) continue;
      present.add(nameOf(edge));
      wanted.push(edge);
    }
    for (const key of base) {
      const other = resolve(key);
      if (other !== undefined && !drafted.depends_on.includes(key))
        unwanted.add(nameOf({ task_id: task.id, depends_on_id: other }));
    }
    task.origin.depends_on = [...drafted.depends_on];
  }
  bench.edges = bench.edges.filter((edge) => !unwanted.has(nameOf(edge)));
  addWithoutCycle(bench, wanted);
}

interface Edge {
  task_id: Id;
  depends_on_id: Id;
}

const nameOf = ({ task_id, depends_on_id }: Edge) => `${task_id} ${depends_on_id}`;

/** What would let two tasks wait for each other is left out: the plan of today, with a person's own edges in it, goes first. */
function addWithoutCycle(bench: Bench, wanted: readonly Edge[]): void {
  const ahead = new Map<Id, Id[]>();
  const add = (waiter: Id, other: Id) => {
    const all = ahead.get(waiter);
    if (all === undefined) ahead.set(waiter, [other]);
    else all.push(other);
  };
  for (const { task_id, depends_on_id } of bench.edges) add(task_id, depends_on_id);
  for (const task of bench.tasks.values()) {
    const parent = parentOf(bench, task);
    if (parent !== null) add(parent, task.id);
  }
  for (const edge of wanted) {
    if (isAhead(ahead, edge.depends_on_id, edge.task_id)) continue;
    add(edge.task_id, edge.depends_on_id);
    bench.edges.push(edge);
  }
}

const parentOf = (bench: Bench, task: MergeTask): Id | null =>
  bench.lists.get(task.task_list_id)?.parent_task_id ?? null;

/** Whether `from` already waits for `to`, however far round. */
function isAhead(ahead: ReadonlyMap<Id, readonly Id[]>, from: Id, to: Id): boolean {
  const seen = new Set<Id>([from]);
  for (const at of seen) {
    if (at === to) return true;
    for (const next of ahead.get(at) ?? []) seen.add(next);
  }
  return false;
}
