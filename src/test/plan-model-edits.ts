import type { TaskStatus } from '#contract/task.ts';
import {
  DEPTH_MAX,
  LEASE,
  type ModelList,
  type PlanState,
  below,
  childList,
  childrenOf,
  comesToWaitFor,
  depthOf,
  hasCycle,
  heightOf,
  heldBaton,
  isProven,
  inList,
  insertInto,
  listOf,
  liveList,
  liveTask,
  nextReady,
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

/** Brings back what went with it. Where a task then stands, if its list has changed since, is for the server to say. */
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

/** By someone who was heard of within the length of a lease. */
const isHeld = (state: PlanState, number: number) => (heldBaton(state, number)?.expires ?? 0) > state.minutes;

/** An agent edits what somebody works on only if it is known to be that somebody. */
export function requireFreeToEdit(state: PlanState, number: number, by: string): void {
  const held = heldBaton(state, liveTask(state, number).number);
  if (by === 'user' || held === undefined || held.expires <= state.minutes || isProven(held, by)) return;
  refuse('LOCK_HELD');
}

export function setStatus(state: PlanState, number: number, status: TaskStatus, by: string, taking?: Taking): void {
  const task = liveTask(state, number);
  if (task.status === status && status !== 'wip') return;
  if (!(task.status === 'wip' && status === 'open') && childrenOf(state, number).length > 0) refuse('CONFLICT');
  if (status === 'wip') return take(state, number, by, taking);
  const held = heldBaton(state, number);
  const isOwn = held !== undefined && (taking?.isProven === true || isProven(held, by));
  const isLate = held !== undefined && held.expires <= state.minutes && (isOwn || held.holder === by);
  if (isLate && by !== 'user') refuse('STALE_LOCK');
  if (held !== undefined && !isOwn && held.expires > state.minutes) refuse('LOCK_HELD');
  release(state, number);
  changeStatus(state, number, status);
  task.isBlocked = false;
  if (status === 'done') task.question = null;
}

function changeStatus(state: PlanState, number: number, status: TaskStatus): void {
  const task = taskOf(state, number);
  if (task.status !== status) state.notes.push({ task: number, type: 'PROGRESS', isGone: false });
  task.status = status;
}

interface Taking {
  /** Whoever claims is refused what is held, even by themselves; whoever sets a status goes on with it. */
  isClaim: boolean;
  isTakeover?: boolean;
  /** With the token of the baton that is handed back. */
  isProven?: boolean;
}

/** One holder per slot, one baton per task, one per holder; whoever was not heard of for a lease has lost it. */
function take(state: PlanState, number: number, by: string, taking: Taking = { isClaim: false }): void {
  const task = taskOf(state, number);
  const isReady = [...task.waitsFor].every((each) => {
    const other = taskOf(state, each);
    return other.gone !== null || other.status === 'done';
  });
  if (task.status !== 'wip' && !isReady) refuse('CONFLICT');
  const mine = heldBaton(state, number);
  if (!taking.isClaim && mine !== undefined && mine.holder === by && mine.expires > state.minutes) {
    mine.expires = state.minutes + LEASE;
    return;
  }
  endLate(state, number);
  const inTheWay = findObstacle(state, number, by);
  if (taking.isTakeover === true && inTheWay !== undefined && (inTheWay.holder !== by || inTheWay.task === number))
    lose(state, inTheWay.task, number);
  if (findObstacle(state, number, by) !== undefined) refuse('LOCK_HELD');
  state.fence += 1;
  const slot = freeSlot(state) ?? 0;
  state.batons.push({
    slot,
    task: number,
    holder: by,
    fence: state.fence,
    hasToken: taking.isClaim,
    expires: state.minutes + LEASE,
  });
  changeStatus(state, number, 'wip');
  task.isBlocked = false;
  // Whoever goes on has read the answer, or takes back what nobody answered.
  task.question = task.question === null || task.question === 'asked' ? null : 'taken up';
}

/** None while as many are held as there may be, or more: the number may have been lowered meanwhile. */
const freeSlot = (state: PlanState) =>
  state.batons.length >= state.slots
    ? undefined
    : Array.from({ length: state.slots }, (_, place) => place + 1).find(
        (slot) => !state.batons.some((baton) => baton.slot === slot),
      );

/** Whoever has the task, else whatever the caller has, else, when every baton is held, the holder of the first. */
const findObstacle = (state: PlanState, number: number, by: string) =>
  heldBaton(state, number) ??
  state.batons.find(({ holder }) => holder === by) ??
  (freeSlot(state) === undefined ? state.batons.toSorted((a, b) => a.slot - b.slot)[0] : undefined);

/** What was lost is open again, but for the task that is being taken at this moment. */
function lose(state: PlanState, number: number, taken: number | undefined): void {
  release(state, number);
  if (number !== taken) taskOf(state, number).status = 'open';
}

function endLate(state: PlanState, taken?: number): void {
  for (const late of state.batons.filter(({ expires }) => expires <= state.minutes)) lose(state, late.task, taken);
}

export function claim(state: PlanState, number: number, by: string, isTakeover = false): void {
  const before = liveTask(state, number).status;
  if (before === 'done') refuse('CONFLICT');
  setStatus(state, number, 'wip', by, { isClaim: true, isTakeover });
  if (before !== 'wip') state.notes.push({ task: number, type: 'PROGRESS', isGone: false });
}

/** What nobody has been heard of for is free again before the next one is looked for. */
export function claimNext(state: PlanState, by: string): number | null {
  endLate(state);
  const number = nextReady(state);
  if (number !== null) claim(state, number, by);
  return number;
}

export type Outcome = 'done' | 'release' | 'block' | 'skip' | 'ask';

export function finish(state: PlanState, number: number, isRight: boolean, outcome: Outcome, hasFiles: boolean): void {
  const task = liveTask(state, number);
  const held = requireRunning(state, number, isRight);
  const status = outcome === 'done' || outcome === 'skip' ? 'done' : 'open';
  setStatus(state, number, status, held.holder, { isClaim: false, isProven: true });
  if (outcome === 'block') task.isBlocked = true;
  if (outcome === 'ask') task.question = 'asked';
  state.notes.push({ task: number, type: NOTED[outcome] ?? 'PROGRESS', isGone: false });
  if (hasFiles) state.notes.push({ task: number, type: 'FILE_LIST', isGone: false });
}

const NOTED: { [outcome in Outcome]?: 'FINDING' | 'CONTEXT' } = { block: 'FINDING', ask: 'CONTEXT' };

export function answer(state: PlanState, number: number): void {
  const task = liveTask(state, number);
  if (task.question === null || task.question === 'taken up') refuse('CONFLICT');
  task.question = 'answered';
  state.notes.push({ task: number, type: 'CONTEXT', isGone: false });
}

/** The baton whose token was sent, while its lease runs. */
function requireRunning(state: PlanState, number: number, isRight: boolean) {
  const held = heldBaton(state, number);
  return held?.hasToken === true && isRight && held.expires > state.minutes ? held : refuse('STALE_LOCK');
}

export function giveBack(state: PlanState, number: number, by: string, token: 'right' | 'wrong' | 'none'): void {
  liveTask(state, number);
  if (token === 'none' && by !== 'user') refuse('FORBIDDEN');
  if (token !== 'none') requireRunning(state, number, token === 'right');
  if (heldBaton(state, number) === undefined) refuse('STALE_LOCK');
  release(state, number);
  changeStatus(state, number, 'open');
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

/** Keeps what is there, and only that. */
export function save(state: PlanState): void {
  const tasks = new Map([...state.tasks].filter(([, task]) => task.gone === null));
  for (const [number, task] of tasks)
    tasks.set(number, { ...task, waitsFor: new Set([...task.waitsFor].filter((each) => tasks.has(each))) });
  const lists = new Map([...state.lists].filter(([, list]) => list.gone === null));
  state.checkpoints.push(structuredClone({ tasks, lists }));
}

/** The plan of then; whoever still works on something unfinished goes on, and notes are left alone. */
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
