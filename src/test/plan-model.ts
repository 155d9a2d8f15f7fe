import type { NoteType } from '#contract/note.ts';
import type { TaskStatus } from '#contract/task.ts';

/**
 * A reference model of a plan for property-based tests: a tree in memory, without ids, orders or rows. Independent of
 * the real use cases, which are compared with it.
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
  /** Recently touched tasks, newest first; only for choosing the next ones. */
  touched: number[];
}

export interface ModelTask {
  number: number;
  title: string;
  description: string;
  status: TaskStatus;
  isBlocked: boolean;
  /** The state of its question: open, answered, or consumed by the next claim. */
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
  /** Its tasks in order: live ones or, when it is deleted, those it cascaded to. */
  order: number[];
  /** Incremented with every change of the order. */
  version: number;
  gone: Gone | null;
}

interface Gone {
  /** The deleted root: "T3" or "L1"; null when a restore removed it. */
  with: string | null;
  /** Its old place, and the list's version then. */
  after?: number | undefined;
  version?: number;
}

interface ModelBaton {
  slot: number;
  task: number;
  holder: string;
  fence: number;
  /** Claimed, so that a token was issued; setting a status issues none. */
  hasToken: boolean;
  expires: number;
}

/** Two windows of one program with a session each, and a program without. */
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

/** Applies the edit, or leaves everything unchanged and returns the refusal. */
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

/** All live descendants of a task. */
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

/** Height of the subtree. */
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

/** Whether the caller is proven as the holder without sending a token. */
export const isProven = ({ holder, hasToken }: ModelBaton, by: string): boolean =>
  holder === by && (by === 'user' || HAS_SESSION.has(by) || !hasToken);

export const heldBaton = (state: PlanState, task: number): ModelBaton | undefined =>
  state.batons.find((baton) => baton.task === task);
export function release(state: PlanState, task: number): void {
  state.batons = state.batons.filter((baton) => baton.task !== task);
}

/**
 * The first claimable task in tree order: open, not blocked, no question, no subtasks, no unfinished dependency. With
 * several slots, lanes without a holder come first.
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

/** A parent is done when all its children are; its baton is then released. */
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

/** A task waits for its dependencies, deleted or not, since they may be undeleted, and for its current children. */
export function comesToWaitFor(state: PlanState, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const number of seen)
    for (const next of [...taskOf(state, number).waitsFor, ...childrenOf(state, number)]) seen.add(next);
  return seen.has(to);
}

/** Whether live tasks form a cycle. */
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
