import { ORDER_STEP } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { isMovable } from './judge-task.ts';
import { tasksIn } from './open-bench.ts';
import type { Bench, MergeTask } from './sides.ts';

/** Puts new tasks where the draft has them, and with them what nobody has touched; everything else keeps its place. */
export function placeTasks(bench: Bench, added: ReadonlySet<Id>): void {
  const movable = new Set([...bench.draftOf.keys()].filter((id) => isTaskMovable(bench, id)));
  for (const id of movable) moveList(bench, id);
  const drafted = Map.groupBy(bench.theirs.draft.tasks, ({ list }) => list);
  for (const [key, listId] of bench.listOf) {
    const inDraft = (drafted.get(key) ?? []).flatMap(
      (each) => bench.tasks.get(bench.taskOf.get(each.key) ?? ('' as Id)) ?? [],
    );
    // A task that answers two drafted ones stands at the place of the first.
    const order = [...new Set(inDraft)].filter((task) => task.task_list_id === listId);
    const isLoose = (task: MergeTask) => added.has(task.id) || movable.has(task.id);
    arrange(bench, listId, order, isLoose, (task) => added.has(task.id) || hasMoved(bench, task));
  }
}

const isTaskMovable = (bench: Bench, id: Id): boolean => {
  const task = bench.tasks.get(id);
  return task !== undefined && isMovable(bench, task);
};

const hasMoved = (bench: Bench, task: MergeTask) => bench.before.get(task.id)?.task_list_id !== task.task_list_id;

function moveList(bench: Bench, id: Id): void {
  const task = bench.tasks.get(id);
  const drafted = bench.draftOf.get(id);
  const target = drafted === undefined ? undefined : bench.listOf.get(drafted.list);
  if (task === undefined || target === undefined || drafted === undefined) return;
  if (task.task_list_id !== target && isBelow(bench, target, id)) return;
  task.task_list_id = target;
  if (task.origin !== null) task.origin.list = drafted.list;
}

/** Nothing can stand inside itself. */
function isBelow(bench: Bench, listId: Id, taskId: Id): boolean {
  for (let at = bench.lists.get(listId)?.parent_task_id ?? null; at !== null;) {
    if (at === taskId) return true;
    const above = bench.tasks.get(at)?.task_list_id;
    at = above === undefined ? null : (bench.lists.get(above)?.parent_task_id ?? null);
  }
  return false;
}

function arrange(
  bench: Bench,
  listId: Id,
  drafted: readonly MergeTask[],
  isLoose: (task: MergeTask) => boolean,
  isArriving: (task: MergeTask) => boolean,
): void {
  const present = tasksIn(bench, listId);
  const staying = present.filter((task) => !isArriving(task));
  const loose = drafted.filter(isLoose);
  const wanted = drafted.filter((task) => !isArriving(task));
  const isInOrder = staying.filter((task) => wanted.includes(task)).every((task, place) => task === wanted[place]);
  const sequence = staying.filter((task) => isInOrder || !loose.includes(task));
  const coming = loose.filter((task) => !sequence.includes(task));
  for (const task of coming) insertAfterBefore(sequence, task, drafted);
  // Follow-ups and whatever else no draft speaks of.
  for (const task of present) if (!sequence.includes(task)) sequence.push(task);
  const isComing = new Set(coming);
  // What stands as it should keeps its numbers: merged again, a plan stays as it is.
  const isSettled = staying.length === present.length && sequence.every((task, place) => task === present[place]);
  if (!isSettled) giveOrders(sequence, (task) => isComing.has(task));
  for (const task of loose) if (task.origin !== null) task.origin.order = task.order_in_parent;
}

/**
 * After the nearest of those the draft puts before it, and after what follows that one without being in the draft, such
 * as what goes on from it; before the nearest after it, where there is none.
 */
function insertAfterBefore(sequence: MergeTask[], task: MergeTask, drafted: readonly MergeTask[]): void {
  const at = drafted.indexOf(task);
  for (const before of drafted.slice(0, at).toReversed()) {
    const place = sequence.indexOf(before);
    if (place < 0) continue;
    let behind = place + 1;
    for (let next = sequence[behind]; next !== undefined && !drafted.includes(next); next = sequence[behind])
      behind += 1;
    return void sequence.splice(behind, 0, task);
  }
  for (const after of drafted.slice(at + 1)) {
    const place = sequence.indexOf(after);
    if (place >= 0) return void sequence.splice(place, 0, task);
  }
  sequence.push(task);
}

/** Those that stay keep their numbers; where too many come between two of them, the whole list is spread out again. */
export function giveOrders(sequence: readonly MergeTask[], isComing: (task: MergeTask) => boolean): void {
  let last = 0;
  for (let at = 0; at < sequence.length;) {
    const run: MergeTask[] = [];
    while (at + run.length < sequence.length) {
      const next = sequence[at + run.length];
      if (next === undefined || !isComing(next)) break;
      run.push(next);
    }
    const stop = sequence[at + run.length];
    const step = stop === undefined ? ORDER_STEP : Math.floor((stop.order_in_parent - last) / (run.length + 1));
    if (step < 1) return spreadOut(sequence);
    for (const [place, task] of run.entries()) task.order_in_parent = last + (place + 1) * step;
    last = stop?.order_in_parent ?? 0;
    at += run.length + 1;
  }
}

function spreadOut(sequence: readonly MergeTask[]): void {
  for (const [place, task] of sequence.entries()) {
    const order = (place + 1) * ORDER_STEP;
    if (task.origin?.order === task.order_in_parent) task.origin.order = order;
    task.order_in_parent = order;
  }
}
