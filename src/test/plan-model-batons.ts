import type { TaskStatus } from '#contract/task.ts';
import {
  LEASE,
  type PlanState,
  childrenOf,
  heldBaton,
  isProven,
  liveTask,
  nextReady,
  refuse,
  release,
  taskOf,
} from './plan-model.ts';

/** Held, with a running lease. */
export const isHeld = (state: PlanState, number: number) => (heldBaton(state, number)?.expires ?? 0) > state.minutes;

/** An agent may edit a held task only as its proven holder. */
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
  taskOf(state, number).status = status;
}

interface Taking {
  /** A claim is refused for a held task, even one's own; setting the status continues with it. */
  isClaim: boolean;
  isTakeover?: boolean;
  /** With the token of the released baton. */
  isProven?: boolean;
}

/** One holder per slot, one baton per task, one per holder; expired leases are lost. */
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
  // Claiming consumes the answer, or withdraws an unanswered question.
  task.question = task.question === null || task.question === 'asked' ? null : 'taken up';
}

/** None while all slots are used, or more after the number was lowered. */
const freeSlot = (state: PlanState) =>
  state.batons.length >= state.slots
    ? undefined
    : Array.from({ length: state.slots }, (_, place) => place + 1).find(
        (slot) => !state.batons.some((baton) => baton.slot === slot),
      );

/** The task's holder, else the caller's own baton, else, when every slot is held, the first holder. */
const findObstacle = (state: PlanState, number: number, by: string) =>
  heldBaton(state, number) ??
  state.batons.find(({ holder }) => holder === by) ??
  (freeSlot(state) === undefined ? state.batons.toSorted((a, b) => a.slot - b.slot)[0] : undefined);

/** Lost tasks are reopened, except the one being claimed. */
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
}

/** Expired leases are released before the next task is looked for. */
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

/** The baton of the sent token, while its lease runs. */
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
