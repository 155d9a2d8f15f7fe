import type { NoteType } from '#contract/note.ts';
import type { TaskStatus } from '#contract/task.ts';

/**
 * What a plan is, said a second time and as plainly as possible: a tree in memory, without ids, places or rows. The
 * real use cases are compared with it, so nothing here is taken from them.
 */
export interface PlanState {
  tasks: Map<number, ModelTask>;
  lists: Map<number, ModelList>;
  batons: ModelBaton[];
  notes: { task: number | null; type: NoteType; isGone: boolean }[];
  checkpoints: Pick<PlanState, 'tasks' | 'lists'>[];
  slots: number;
  fence: number;
  minutes: number;
  /** The tasks that were dealt with last, the newest first; only for choosing the next ones. */
  touched: number[];
}

export interface ModelTask {
  number: number;
  title: string;
  description: string;
  status: TaskStatus;
  isBlocked: boolean;
  /** What was asked about it: open, answered, or answered and read by whoever goes on. */
  question: 'asked' | 'answered' | 'taken up' | null;
  list: number;
  waitsFor: Set<number>;
  gone: Gone | null;
}

export interface ModelList {
  key: number;
  name: string;
  brief: string;
  parent: number | null;
  /** Its tasks in order: those that are there, or, when it is gone, those that went with it. */
  order: number[];
  /** Grows with every change of the order. */
  version: number;
  gone: Gone | null;
}

interface Gone {
  /** What was deleted: "T3" or "L1"; null when a restore took it out. */
  with: string | null;
  /** Where it stood, and how far its list had come then. */
  after?: number | undefined;
  version?: number;
}

interface ModelBaton {
  slot: number;
  task: number;
  holder: string;
  fence: number;
  /** Claimed, so that somebody was told a token; who sets a status is told none. */
  hasToken: boolean;
  expires: number;
}

/** Two windows of one program, each with a session of its own, and a program that has none. */
export const SHOWN: Record<string, string> = { user: 'user', alpha: 'alpha', twin: 'alpha', beta: 'beta' };
const HAS_SESSION = new Set(['alpha', 'twin']);

export type Refusal = 'NOT_FOUND' | 'CONFLICT' | 'LOCK_HELD' | 'STALE_LOCK' | 'FORBIDDEN';

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

export const refuse = (refusal: Refusal): never => {
  throw new Refused(refusal);
};

export const DEPTH_MAX = 16;
export const LEASE = 30;

export const emptyPlan = (slots: number): PlanState => ({
  tasks: new Map(),
  lists: new Map(),
  batons: [],
  notes: [],
  checkpoints: [],
  slots,
  fence: 0,
  minutes: 0,
  touched: [],
});

/** Does it, or leaves everything as it was and says why not. */
export function attempt(state: PlanState, edit: (state: PlanState) => void): Refusal | undefined {
  const before = structuredClone(state);
  try {
    edit(state);
    settle(state);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    Object.assign(state, before);
    return error.refusal;
  }
}

export function taskOf(state: PlanState, number: number | null): ModelTask {
  const task = state.tasks.get(number ?? 0);
  return task === undefined ? refuse('NOT_FOUND') : task;
}

export function listOf(state: PlanState, key: number): ModelList {
  const list = state.lists.get(key);
  return list === undefined ? refuse('NOT_FOUND') : list;
}

export function liveTask(state: PlanState, number: number): ModelTask {
  const task = taskOf(state, number);
  return task.gone === null ? task : refuse('NOT_FOUND');
}

export function liveList(state: PlanState, key: number): ModelList {
  const list = listOf(state, key);
  return list.gone === null ? list : refuse('NOT_FOUND');
}

export const childList = (state: PlanState, number: number): ModelList | undefined =>
  [...state.lists.values()].find((list) => list.gone === null && list.parent === number);
export const childrenOf = (state: PlanState, number: number): number[] => childList(state, number)?.order ?? [];
export const rootLists = (state: PlanState): ModelList[] =>
  [...state.lists.values()].filter((list) => list.gone === null && list.parent === null);

export function depthOf(state: PlanState, list: ModelList): number {
  return list.parent === null ? 0 : depthOf(state, listOf(state, taskOf(state, list.parent).list)) + 1;
}

/** Everything that is there below a task: tasks and lists. */
export function below(state: PlanState, number: number): { tasks: number[]; lists: number[] } {
  const list = childList(state, number);
  return list === undefined ? { tasks: [], lists: [] } : inList(state, list.key);
}

export function inList(state: PlanState, key: number): { tasks: number[]; lists: number[] } {
  const { order } = listOf(state, key);
  const deeper = order.map((number) => below(state, number));
  return {
    tasks: [...order, ...deeper.flatMap(({ tasks }) => tasks)],
    lists: [key, ...deeper.flatMap(({ lists }) => lists)],
  };
}

/** How many levels stand below a task. */
export const heightOf = (state: PlanState, number: number): number =>
  Math.max(0, ...childrenOf(state, number).map((child) => 1 + heightOf(state, child)));

export function insertInto(list: ModelList, number: number, after: number | null | undefined): void {
  if (after !== undefined && after !== null && !list.order.includes(after)) refuse('NOT_FOUND');
  const at = after === undefined ? list.order.length : after === null ? 0 : list.order.indexOf(after) + 1;
  list.order.splice(at, 0, number);
  list.version += 1;
}

export function takeFrom(list: ModelList, number: number): void {
  list.order = list.order.filter((each) => each !== number);
  list.version += 1;
}

/** Whether this caller, without sending a token, is known to be the one who holds it. */
export const isProven = ({ holder, hasToken }: ModelBaton, by: string): boolean =>
  holder === by && (by === 'user' || HAS_SESSION.has(by) || !hasToken);

export const heldBaton = (state: PlanState, task: number): ModelBaton | undefined =>
  state.batons.find((baton) => baton.task === task);
export function release(state: PlanState, task: number): void {
  state.batons = state.batons.filter((baton) => baton.task !== task);
}

/**
 * The first task in tree order that somebody could begin: open, not blocked, nothing asked, nothing below it, nothing
 * ahead of it. Where several may work at once, lists in which nobody works come first.
 */
export function nextReady(state: PlanState): number | null {
  const inTreeOrder = (order: readonly number[]): number[] =>
    order.flatMap((number) => [number, ...inTreeOrder(childrenOf(state, number))]);
  const isReady = (number: number) => {
    const { status, isBlocked, question, waitsFor } = taskOf(state, number);
    const isAhead = (other: number) => taskOf(state, other).gone === null && taskOf(state, other).status !== 'done';
    const isStopped = isBlocked || question === 'asked';
    return status === 'open' && !isStopped && childrenOf(state, number).length === 0 && ![...waitsFor].some(isAhead);
  };
  const rootOf = (number: number): number => {
    const { key, parent } = listOf(state, taskOf(state, number).list);
    return parent === null ? key : rootOf(parent);
  };
  const busy = new Set(state.slots > 1 ? state.batons.map(({ task }) => rootOf(task)) : []);
  const inOrder = [
    ...rootLists(state).filter(({ key }) => !busy.has(key)),
    ...rootLists(state).filter(({ key }) => busy.has(key)),
  ];
  return inTreeOrder(inOrder.flatMap(({ order }) => order)).find(isReady) ?? null;
}

/** A parent is done when all below it is; whoever held it then has nothing left to do. */
function settle(state: PlanState): void {
  const settleTask = (number: number) => {
    const task = taskOf(state, number);
    const children = childrenOf(state, number);
    children.forEach(settleTask);
    if (children.length === 0) return;
    const allDone = children.every((child) => taskOf(state, child).status === 'done');
    if (allDone) release(state, number);
    task.status = allDone ? 'done' : task.status === 'done' ? 'open' : task.status;
  };
  for (const list of rootLists(state)) list.order.forEach(settleTask);
}

/** A task waits for those it depends on, deleted or not: they may come back. And for the children it has now. */
export function comesToWaitFor(state: PlanState, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const number of seen)
    for (const next of [...taskOf(state, number).waitsFor, ...childrenOf(state, number)]) seen.add(next);
  return seen.has(to);
}

/** Whether something that is there waits for itself through what is there. */
export function hasCycle(state: PlanState): boolean {
  const isThere = (number: number) => taskOf(state, number).gone === null;
  const next = (number: number) => [...taskOf(state, number).waitsFor, ...childrenOf(state, number)].filter(isThere);
  const finished = new Set<number>();
  const walk = (number: number, way: number[]): boolean => {
    if (way.includes(number)) return true;
    if (finished.has(number)) return false;
    const found = next(number).some((each) => walk(each, [...way, number]));
    finished.add(number);
    return found;
  };
  return [...state.tasks.keys()].filter(isThere).some((number) => walk(number, []));
}
