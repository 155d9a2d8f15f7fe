import { type LockOp, type LockResult, type LockState, type LockStep, isAnswer, stepLock } from './lock-model.ts';

/** One operation as its caller saw it. Times are of one shared clock. */
export interface Recorded {
  caller: string;
  op: LockOp;
  invoked: number;
  /** When the answer arrived. Without one: when the operation can no longer take effect. */
  completed: number;
  /** Absent when the connection died: it may have taken effect, or not. */
  result?: LockResult;
}

export type Verdict =
  | { linearizable: true; order: { entry: Recorded; step: LockStep }[] }
  | { linearizable: false; reason: string };

/** A node of the search: a state, and the operations linearized to get there from the previous node. */
interface Point {
  state: LockState;
  placed: number[];
  /** Everything before this index is linearized, or excluded. */
  first: number;
  /** The last linearized operation, by start time. */
  highest: number;
  choices: number[];
  tried: number;
}

/** Bounds the search; giving up is not the same as finding the history linearizable. */
const POINTS_MAX = 3_000_000;

/**
 * A linearizability checker: looks for a sequential order in which each answer is right and which respects real time
 * (Wing and Gong's search, with Lowe's memoization). Operations without an answer may be left out.
 */
export function checkHistory(initial: LockState, history: readonly Recorded[]): Verdict {
  const entries = history.toSorted((a, b) => a.invoked - b.invoked);
  const entryAt = (index: number): Recorded => entries[index] as Recorded;
  const isPlaced = new Uint8Array(entries.length);
  const order: number[] = [];
  const known = new Set<string>();
  let missing = entries.filter(({ result }) => result !== undefined).length;
  let deepest = { placed: -1, reason: '' };

  const place = (point: Point, index: number) => {
    isPlaced[index] = 1;
    order.push(index);
    point.placed.push(index);
    point.highest = Math.max(point.highest, index);
    if (entryAt(index).result !== undefined) missing -= 1;
  };
  const takeBack = ({ placed }: Point) => {
    for (const index of placed) {
      isPlaced[index] = 0;
      if (entryAt(index).result !== undefined) missing += 1;
    }
    order.length -= placed.length;
  };

  /** Candidates for the next operation: started before any missing one had ended. */
  const candidatesOf = (point: Point): number[] => {
    const latest = point.highest < 0 ? -Infinity : entryAt(point.highest).invoked;
    const isOut = (index: number) =>
      isPlaced[index] === 1 || (entryAt(index).result === undefined && entryAt(index).completed < latest);
    while (point.first < entries.length && isOut(point.first)) point.first += 1;
    const found: number[] = [];
    let earliestEnd = Infinity;
    for (let index = point.first; index < entries.length; index += 1) {
      const entry = entryAt(index);
      if (entry.invoked > earliestEnd) break;
      if (isOut(index)) continue;
      found.push(index);
      if (entry.result !== undefined) earliestEnd = Math.min(earliestEnd, entry.completed);
    }
    return found;
  };

  const open = (state: LockState, before?: Point, chosen?: number): Point => {
    const point = {
      state,
      placed: [],
      first: before?.first ?? 0,
      highest: before?.highest ?? -1,
      choices: [],
      tried: 0,
    };
    if (chosen !== undefined) place(point, chosen);
    let candidates = candidatesOf(point);
    // Operations without effect are linearized as soon as they fit, which loses no solution. Except if one started when
    // an unanswered operation could no longer take effect: then linearizing it decides that the other did not.
    const isFree = (index: number) => entryAt(index).invoked <= earliestDeadline(candidates.map(entryAt));
    for (;;) {
      const fitting = candidates.filter(
        (index) => isQuiet(entryAt(index)) && isFree(index) && isRight(state, entryAt(index)),
      );
      if (fitting.length === 0) break;
      for (const index of fitting) place(point, index);
      candidates = candidatesOf(point);
    }
    if (order.length > deepest.placed)
      deepest = { placed: order.length, reason: explain(state, candidates.map(entryAt)) };
    const choices = candidates
      .filter((index) => canBeNext(state, entryAt(index)))
      .toSorted((a, b) => rankOf(entryAt(a)) - rankOf(entryAt(b)));
    return { ...point, choices };
  };

  const isNew = ({ state, first, highest }: Point): boolean => {
    const ahead: number[] = [];
    for (let index = first; index <= highest; index += 1) if (isPlaced[index] === 1) ahead.push(index);
    const key = `${first} ${highest} ${ahead.join()} ${JSON.stringify(state)}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };

  const path = [open(initial)];
  for (let point = path.at(-1), points = 1; point !== undefined; point = path.at(-1)) {
    if (missing === 0) return { linearizable: true, order: replay(initial, order.map(entryAt)) };
    const choice = point.choices[point.tried];
    if (choice === undefined) {
      takeBack(point);
      path.pop();
      continue;
    }
    point.tried += 1;
    points += 1;
    if (points > POINTS_MAX)
      return { linearizable: false, reason: `undecided after ${points} points. ${deepest.reason}` };
    const next = open(stepLock(point.state, entryAt(choice).op).next, point, choice);
    if (isNew(next)) path.push(next);
    else takeBack(next);
  }
  return { linearizable: false, reason: `${deepest.placed} of ${entries.length} fit. ${deepest.reason}` };
}

const QUIET_ANSWERS = new Set<LockResult['is']>(['held', 'stale', 'finished', 'nothing', 'unchanged', 'seen']);

/** Answers that imply no change of state. */
const isQuiet = ({ op, result }: Recorded): boolean =>
  result !== undefined && (op.do === 'renew' || QUIET_ANSWERS.has(result.is));

const isRight = (state: LockState, { op, result }: Recorded): boolean =>
  result !== undefined && isAnswer(result, stepLock(state, op).result);

const earliestDeadline = (entries: readonly Recorded[]): number =>
  Math.min(...entries.map(({ completed, result }) => (result === undefined ? completed : Infinity)));

/** An unanswered operation without effect may be left out. */
const canBeNext = (state: LockState, entry: Recorded): boolean =>
  entry.result === undefined ? stepLock(state, entry.op).next !== state : isRight(state, entry);

const rankOf = ({ completed, result }: Recorded): number => (result === undefined ? Infinity : completed);

function replay(initial: LockState, entries: readonly Recorded[]): { entry: Recorded; step: LockStep }[] {
  let state = initial;
  return entries.map((entry) => {
    const step = stepLock(state, entry.op);
    state = step.next;
    return { entry, step };
  });
}

function explain(state: LockState, candidates: readonly Recorded[]): string {
  const lines = candidates.map(({ caller, op, result, invoked, completed }) => {
    const answer = result === undefined ? 'not answered' : JSON.stringify(result);
    const due = JSON.stringify(stepLock(state, op).result);
    return `${caller} [${invoked}, ${completed}] ${JSON.stringify(op)}: ${answer}; due ${due}`;
  });
  return [`In ${JSON.stringify(state)} none of these can be next:`, ...lines].join('\n');
}
