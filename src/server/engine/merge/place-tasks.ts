import { ORDER_STEP } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { isMovable } from './judge-task.ts';
import { put } from './draft-checks.ts';
import type { Bench, MergeTask } from './sides.ts';

/** Orders new and untouched tasks as in the draft; everything else keeps its place. */
export function placeTasks(bench: Bench, added: ReadonlySet<Id>): void {
  const movable = new Set([...bench.draftOf.keys()].filter((id) => isTaskMovable(bench, id)));
  for (const id of movable) moveList(bench, id);
  const drafted = Map.groupBy(bench.theirs.draft.tasks, ({ list }) => list);
  const present = groupInOrder(bench);
  const isLoose = (task: MergeTask) => added.has(task.id) || movable.has(task.id);
  const isArriving = (task: MergeTask) => added.has(task.id) || hasMoved(bench, task);
  for (const [key, listId] of bench.listOf) {
    const inDraft = (drafted.get(key) ?? []).flatMap(
      (each) => bench.tasks.get(bench.taskOf.get(each.key) ?? ('' as Id)) ?? [],
    );
    // A task that covers two drafted ones is at the place of the first.
    const order = [...new Set(inDraft)].filter((task) => task.task_list_id === listId);
    arrange({ drafted: order, present: present.get(listId) ?? [], isLoose, isArriving });
  }
}

/** Tasks by list, in order. */
export function groupInOrder(bench: Bench): Map<Id, MergeTask[]> {
  const groups = Map.groupBy(bench.tasks.values(), ({ task_list_id }) => task_list_id);
  for (const group of groups.values())
    group.sort((a, b) => a.order_in_parent - b.order_in_parent || a.number - b.number);
  return groups;
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

/** Prevents moving a task into itself. */
function isBelow(bench: Bench, listId: Id, taskId: Id): boolean {
  for (let at = bench.lists.get(listId)?.parent_task_id ?? null; at !== null;) {
    if (at === taskId) return true;
    const above = bench.tasks.get(at)?.task_list_id;
    at = above === undefined ? null : (bench.lists.get(above)?.parent_task_id ?? null);
  }
  return false;
}

interface Arranging {
  /** In the order of the draft. */
  drafted: readonly MergeTask[];
  /** In the current order. */
  present: readonly MergeTask[];
  isLoose(task: MergeTask): boolean;
  isArriving(task: MergeTask): boolean;
}

function arrange({ drafted, present, isLoose, isArriving }: Arranging): void {
  const staying = present.filter((task) => !isArriving(task));
  const loose = new Set(drafted.filter(isLoose));
  const wanted = drafted.filter((task) => !isArriving(task));
  const inDraft = new Set(drafted);
  const isInOrder = staying.filter((task) => inDraft.has(task)).every((task, place) => task === wanted[place]);
  const kept = staying.filter((task) => isInOrder || !loose.has(task));
  const fixed = new Set(kept);
  const coming = loose.difference(fixed);
  const sequence = insert(kept, drafted, coming);
  // Follow-ups and others without a draft.
  const placed = new Set(sequence);
  for (const task of present) if (!placed.has(task)) sequence.push(task);
  // If the order is right already the numbers stay: merging again changes nothing.
  const isSettled = staying.length === present.length && sequence.every((task, place) => task === present[place]);
  if (!isSettled) giveOrders(sequence, (task) => coming.has(task));
  for (const task of loose) if (task.origin !== null) task.origin.order = task.order_in_parent;
}

/**
 * Each goes after its nearest predecessor in the draft, and after undrafted tasks behind that one, such as its
 * follow-ups; without a predecessor, before its nearest successor.
 */
function insert(
  kept: readonly MergeTask[],
  drafted: readonly MergeTask[],
  coming: ReadonlySet<MergeTask>,
): MergeTask[] {
  const behind = new Map<MergeTask | null, MergeTask[]>();
  const fixed = new Set(kept);
  const anchors = new Set(drafted.filter((task) => fixed.has(task)));
  const [firstAnchor] = anchors;
  let anchor: MergeTask | null = null;
  for (const task of drafted) {
    if (anchors.has(task)) anchor = task;
    else if (coming.has(task)) put(behind, anchor, task);
  }
  const sequence: MergeTask[] = [];
  let waiting: readonly MergeTask[] = [];
  for (const task of kept) {
    if (anchors.has(task)) {
      sequence.push(...waiting, ...(task === firstAnchor ? (behind.get(null) ?? []) : []));
      waiting = behind.get(task) ?? [];
    }
    sequence.push(task);
  }
  return [...sequence, ...waiting, ...(firstAnchor === undefined ? (behind.get(null) ?? []) : [])];
}

/** Staying tasks keep their order numbers; without a gap between two of them the list is renumbered. */
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
