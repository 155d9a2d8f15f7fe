/**
 * Operations on the batons of a project. Tasks and batons are identified by number: a caller sends the token that came
 * with it, or the right number with a guessed secret. Holders are named by identity: two windows of one program are
 * "claude" and "claude#2".
 */
export type LockOp =
  | { do: 'claim'; task: number; by: string; takeover?: true }
  | { do: 'claimNext'; by: string }
  | { do: 'renew'; task: number; fence: number; isGuess?: true }
  | { do: 'release'; task: number; fence: number; isGuess?: true }
  | { do: 'finish'; task: number; fence: number; isGuess?: true; outcome: 'done' | 'release' | 'block' | 'skip' }
  /** A person revokes the baton. */
  | { do: 'takeAway'; task: number }
  /** Somebody without a baton reopens the task. */
  | { do: 'reopen'; task: number }
  /** The lease expires. */
  | { do: 'expire'; fence: number }
  | { do: 'look' };

/** The answer. Parts that an answer does not contain are absent. */
export type LockResult =
  | { is: 'taken'; task: number; fence: number; slot?: number }
  | { is: 'held'; by: string; task: number }
  | { is: 'stale'; now: string | null }
  | { is: 'finished' }
  | { is: 'nothing' }
  | { is: 'ok' }
  | { is: 'unchanged' }
  | { is: 'seen'; view: LockView };

export type ModelStatus = 'open' | 'wip' | 'done' | 'blocked';

export interface Held {
  slot: number;
  task: number;
  by: string;
  fence: number;
  expired: boolean;
}

/** What reading the plan shows. */
export interface LockView {
  tasks: readonly ModelStatus[];
  held: readonly Omit<Held, 'expired'>[];
}

/** The complete, immutable state of a project's batons. */
export interface LockState {
  slots: number;
  /** The last fencing number. */
  fence: number;
  /** By number, starting with T1, in plan order. */
  tasks: readonly ModelStatus[];
  /** By slot. */
  held: readonly Held[];
}

export interface LockStep {
  /** The identical object when nothing has changed. */
  next: LockState;
  result: LockResult;
  /** Lost batons, whose holders are told. */
  lost: readonly Held[];
}

export const RAN_OUT = 'ran out';

/** The display name. */
export const shownAs = (holder: string): string => holder.split('#', 1)[0] ?? holder;

export const newLock = (tasks: number, slots: number): LockState => ({
  slots,
  fence: 0,
  tasks: Array.from({ length: tasks }, () => 'open' as const),
  held: [],
});

/** The sequential specification: the only right answer to an operation in this state. */
export function stepLock(state: LockState, op: LockOp): LockStep {
  const same = (result: LockResult): LockStep => ({ next: state, result, lost: [] });
  switch (op.do) {
    case 'look':
      return same({ is: 'seen', view: viewOf(state) });
    case 'claim':
      return take(state, op);
    case 'claimNext': {
      // Tasks of expired leases can be claimed, in their place among the others.
      const isLeft = (task: number) => heldOn(state, task)?.expired === true;
      const place = state.tasks.findIndex((status, before) => status === 'open' || isLeft(before + 1));
      return place < 0 ? same({ is: 'nothing' }) : take(state, { task: place + 1, by: op.by });
    }
    case 'expire': {
      const found = state.held.find(({ fence }) => fence === op.fence);
      if (found === undefined || found.expired) return same({ is: 'unchanged' });
      const held = state.held.map((each) => (each === found ? { ...each, expired: true } : each));
      return { next: { ...state, held }, result: { is: 'ok' }, lost: [] };
    }
    case 'takeAway': {
      const found = heldOn(state, op.task);
      if (found === undefined) return same({ is: 'stale', now: null });
      return { next: handBack(state, found, 'open'), result: { is: 'ok' }, lost: [found] };
    }
    case 'reopen': {
      const found = heldOn(state, op.task);
      if (found !== undefined && !found.expired) return same({ is: 'held', by: shownAs(found.by), task: op.task });
      if (found !== undefined) return { next: handBack(state, found, 'open'), result: { is: 'ok' }, lost: [found] };
      if (state.tasks[op.task - 1] !== 'done') return same({ is: 'ok' });
      return { next: setTask(state, op.task, 'open'), result: { is: 'ok' }, lost: [] };
    }
    case 'renew':
    case 'release':
    case 'finish': {
      const found = heldOn(state, op.task);
      if (found === undefined) return same({ is: 'stale', now: null });
      if (found.fence !== op.fence || op.isGuess) return same({ is: 'stale', now: shownAs(found.by) });
      if (found.expired) return same({ is: 'stale', now: RAN_OUT });
      if (op.do === 'renew') return same({ is: 'ok' });
      const status = op.do === 'release' ? 'open' : STATUS_AFTER[op.outcome];
      return { next: handBack(state, found, status), result: { is: 'ok' }, lost: [] };
    }
  }
}

const STATUS_AFTER = { done: 'done', skip: 'done', release: 'open', block: 'blocked' } as const;

function take(state: LockState, { task, by, takeover }: { task: number; by: string; takeover?: true }): LockStep {
  const refuse = (result: LockResult): LockStep => ({ next: state, result, lost: [] });
  if (state.tasks[task - 1] === 'done') return refuse({ is: 'finished' });
  const lost = state.held.filter(({ expired }) => expired);
  let live = state.held.filter(({ expired }) => !expired);
  const freeSlot = () =>
    Array.from({ length: state.slots }, (_, place) => place + 1).find((slot) =>
      live.every((held) => held.slot !== slot),
    );
  const inTheWay = () =>
    live.find((held) => held.task === task) ??
    live.find((held) => held.by === by) ??
    (freeSlot() === undefined ? live[0] : undefined);
  const first = inTheWay();
  if (takeover && first !== undefined && (first.by !== by || first.task === task)) {
    lost.push(first);
    live = live.filter((held) => held !== first);
  }
  const obstacle = inTheWay();
  if (obstacle !== undefined) return refuse({ is: 'held', by: shownAs(obstacle.by), task: obstacle.task });
  const slot = freeSlot() ?? 0;
  const fence = state.fence + 1;
  const tasks = state.tasks.map((status, place) => {
    if (place + 1 === task) return 'wip';
    return lost.some((held) => held.task === place + 1) ? 'open' : status;
  });
  const held = [...live, { slot, task, by, fence, expired: false }].toSorted((a, b) => a.slot - b.slot);
  // Ending one's own baton by claiming another is no loss.
  const told = lost.filter((each) => each.by !== by);
  return { next: { ...state, fence, tasks, held }, result: { is: 'taken', task, fence, slot }, lost: told };
}

const heldOn = (state: LockState, task: number) => state.held.find((held) => held.task === task);

const setTask = (state: LockState, task: number, status: ModelStatus): LockState => ({
  ...state,
  tasks: state.tasks.map((before, place) => (place + 1 === task ? status : before)),
});

const handBack = (state: LockState, held: Held, status: ModelStatus): LockState => ({
  ...setTask(state, held.task, status),
  held: state.held.filter((each) => each !== held),
});

const viewOf = ({ tasks, held }: LockState): LockView => ({
  tasks,
  held: held.map(({ slot, task, by, fence }) => ({ slot, task, by: shownAs(by), fence })),
});

/** Whether an answer equals the expected one, as far as it tells. */
export function isAnswer(given: LockResult, due: LockResult): boolean {
  if (given.is !== due.is) return false;
  if (given.is === 'seen' || due.is === 'seen') return JSON.stringify(given) === JSON.stringify(due);
  return Object.entries(given).every(([key, value]) => (due as Record<string, unknown>)[key] === value);
}
