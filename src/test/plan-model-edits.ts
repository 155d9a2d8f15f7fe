import { isHeld } from './plan-model-batons.ts';
import {
  DEPTH_MAX,
  type ModelList,
  type PlanState,
  below,
  childList,
  comesToWaitFor,
  depthOf,
  hasCycle,
  heightOf,
  heldBaton,
  inList,
  insertInto,
  listOf,
  liveList,
  liveTask,
  refuse,
  release,
  rootLists,
  takeFrom,
  taskOf,
} from './plan-model.ts';

export interface ModelPlace {
  list?: number | undefined;
  parent?: number | undefined;
  after?: number | null | undefined;
}

export function addList(state: PlanState, parent: number | null, name: string, brief = ''): ModelList {
  const key = state.lists.size + 1;
  const list: ModelList = { key, name, brief, parent, order: [], version: 0, gone: null };
  if (depthOf(state, list) >= DEPTH_MAX) refuse('CONFLICT');
  state.lists.set(key, list);
  return list;
}

function findList(state: PlanState, { list, parent }: ModelPlace): ModelList {
  if (list !== undefined) return liveList(state, list);
  if (parent === undefined) return rootLists(state)[0] ?? addList(state, null, 'Tasks');
  const { title } = liveTask(state, parent);
  return childList(state, parent) ?? addList(state, parent, title);
}

function addTask(state: PlanState, list: ModelList, title: string, after: number | null | undefined): void {
  const number = state.tasks.size + 1;
  insertInto(list, number, after);
  state.tasks.set(number, {
    number,
    title,
    description: '',
    status: 'open',
    isBlocked: false,
    question: null,
    list: list.key,
    waitsFor: new Set(),
    gone: null,
  });
}

export const create = (state: PlanState, title: string, place: ModelPlace): void =>
  addTask(state, findList(state, place), title, place.after);

export function breakDown(
  state: PlanState,
  number: number,
  fields: { name?: string; brief?: string; titles: string[] },
): void {
  liveTask(state, number);
  const list = findList(state, { parent: number });
  list.name = fields.name ?? list.name;
  list.brief = fields.brief ?? list.brief;
  for (const title of fields.titles) addTask(state, list, title, undefined);
}

export function move(state: PlanState, number: number, place: ModelPlace): void {
  const task = liveTask(state, number);
  const under = below(state, number);
  const isBelowItself =
    place.parent === number ||
    (place.parent !== undefined && under.tasks.includes(place.parent)) ||
    (place.list !== undefined && under.lists.includes(place.list));
  if (isBelowItself) refuse('CONFLICT');
  const stays = place.list === undefined && place.parent === undefined;
  const target = stays ? listOf(state, task.list) : findList(state, place);
  if (depthOf(state, target) + heightOf(state, number) >= DEPTH_MAX) refuse('CONFLICT');
  takeFrom(listOf(state, task.list), number);
  insertInto(target, number, place.after);
  const isElsewhere = task.list !== target.key;
  task.list = target.key;
  if (isElsewhere && target.parent !== null && comesToWaitFor(state, number, target.parent)) refuse('CONFLICT');
}

export function remove(state: PlanState, root: { task: number } | { list: number }): number {
  const going =
    'task' in root
      ? {
          tasks: [liveTask(state, root.task).number, ...below(state, root.task).tasks],
          lists: below(state, root.task).lists,
        }
      : inList(state, liveList(state, root.list).key);
  if (going.tasks.some((number) => isHeld(state, number))) refuse('LOCK_HELD');
  if (going.tasks.length > 1) save(state);
  for (const number of going.tasks.filter((each) => heldBaton(state, each) !== undefined)) {
    release(state, number);
    taskOf(state, number).status = 'open';
  }
  const name = 'task' in root ? `T${root.task}` : `L${root.list}`;
  for (const key of going.lists) listOf(state, key).gone = { with: name };
  for (const number of going.tasks) taskOf(state, number).gone = { with: name };
  if ('task' in root) {
    const task = taskOf(state, root.task);
    const list = listOf(state, task.list);
    const after = list.order[list.order.indexOf(root.task) - 1];
    takeFrom(list, root.task);
    task.gone = { with: name, after, version: list.version };
  }
  return going.tasks.length;
}

/** Undeletes with what was cascaded. Its order, if the list has changed since, is decided by the server. */
export function bringBack(state: PlanState, root: { task: number } | { list: number }): void {
  const name = 'task' in root ? `T${root.task}` : `L${root.list}`;
  const { gone } = 'task' in root ? taskOf(state, root.task) : listOf(state, root.list);
  if (gone === null) return refuse('NOT_FOUND');
  if (gone.with !== name) refuse('CONFLICT');
  if ('task' in root) {
    const list = listOf(state, taskOf(state, root.task).list);
    if (list.gone !== null) refuse('CONFLICT');
    insertInto(list, root.task, gone.after !== undefined && list.order.includes(gone.after) ? gone.after : null);
  } else {
    const { parent } = listOf(state, root.list);
    if (parent !== null && (taskOf(state, parent).gone !== null || childList(state, parent) !== undefined))
      refuse('CONFLICT');
  }
  for (const each of [...state.tasks.values(), ...state.lists.values()]) if (each.gone?.with === name) each.gone = null;
  if (
    hasCycle(state) ||
    [...state.lists.values()].some((list) => list.gone === null && depthOf(state, list) >= DEPTH_MAX)
  )
    refuse('CONFLICT');
}

export function wait(state: PlanState, number: number, other: number): void {
  const { waitsFor } = liveTask(state, number);
  liveTask(state, other);
  if (comesToWaitFor(state, other, number)) refuse('CONFLICT');
  waitsFor.add(other);
}

export function stopWaiting(state: PlanState, number: number, other: number): void {
  if (!liveTask(state, number).waitsFor.delete(other)) refuse('NOT_FOUND');
}

/** Snapshots the live plan. */
export function save(state: PlanState): void {
  const tasks = new Map([...state.tasks].filter(([, task]) => task.gone === null));
  for (const [number, task] of tasks)
    tasks.set(number, { ...task, waitsFor: new Set([...task.waitsFor].filter((each) => tasks.has(each))) });
  const lists = new Map([...state.lists].filter(([, list]) => list.gone === null));
  state.checkpoints.push(structuredClone({ tasks, lists }));
}

/** The plan at that time; holders of unfinished tasks continue, and notes are not touched. */
export function restore(state: PlanState, at: number): void {
  const saved = state.checkpoints[at];
  if (saved === undefined) return refuse('NOT_FOUND');
  const then = structuredClone(saved);
  save(state);
  for (const [name, rows, kept] of [
    ['T', state.tasks, then.tasks],
    ['L', state.lists, then.lists],
  ] as const)
    for (const [key, row] of rows) {
      if (row.gone === null && !kept.has(key)) row.gone = { with: null };
      for (const each of [...state.tasks.values(), ...state.lists.values()])
        if (kept.has(key) && each.gone?.with === `${name}${key}`) each.gone = { with: null };
    }
  for (const task of state.tasks.values()) task.waitsFor.clear();
  for (const [number, task] of then.tasks) state.tasks.set(number, task);
  for (const [key, list] of then.lists) {
    const version = (state.lists.get(key)?.version ?? 0) + 1;
    state.lists.set(key, { ...list, version });
  }
  state.batons = state.batons.filter(({ task }) => (then.tasks.get(task)?.status ?? 'done') !== 'done');
  for (const task of state.tasks.values()) {
    if (task.status === 'wip') task.status = 'open';
    if (heldBaton(state, task.number) !== undefined) task.status = 'wip';
  }
}
