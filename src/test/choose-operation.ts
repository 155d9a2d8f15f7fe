import type { LockOp } from './lock-model.ts';

/** A deterministic pseudo-random generator. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A baton a client was given; it may be stale, and is used anyway. */
export interface Known {
  task: number;
  fence: number;
}

export interface Knowledge {
  name: string;
  taskCount: number;
  /** What the client believes it holds. */
  mine: Known | undefined;
  /** What it held before. */
  old: readonly Known[];
  /** The highest fencing number any client has seen. */
  newestFence: number;
}

const NEVER_GIVEN = 1_000_000;

type Weighted = readonly [weight: number, choose: () => LockOp];

/** The next operation of a client: mostly sensible, often enough confused. */
export function chooseOperation(random: () => number, know: Knowledge): LockOp {
  const below = (limit: number) => Math.floor(random() * limit);
  const task = () => below(know.taskCount) + 1;
  const late = (): Known => know.old[below(know.old.length)] ?? { task: task(), fence: NEVER_GIVEN };
  const by = know.name;
  const always: Weighted[] = [
    [6, () => ({ do: 'look' })],
    [5, () => ({ do: 'expire', fence: Math.max(1, know.newestFence - below(3)) })],
    [4, () => ({ do: 'takeAway', task: task() })],
    [8, () => ({ do: 'reopen', task: task() })],
    [4, () => ({ do: 'renew', ...late() })],
    [3, () => ({ do: 'release', ...late() })],
    [4, () => ({ do: 'finish', ...late(), outcome: 'done' })],
    [2, () => ({ do: 'finish', task: task(), fence: know.newestFence, isGuess: true, outcome: 'done' })],
    [1, () => ({ do: 'renew', task: task(), fence: know.newestFence, isGuess: true })],
    [1, () => ({ do: 'release', task: task(), fence: know.newestFence, isGuess: true })],
    [10, () => ({ do: 'claim', task: task(), by, takeover: true })],
  ];
  const { mine } = know;
  const now: Weighted[] =
    mine === undefined
      ? [
          [30, () => ({ do: 'claim', task: task(), by })],
          [25, () => ({ do: 'claimNext', by })],
        ]
      : [
          // Expires its own lease; its next operation may come before anybody has noticed.
          [25, () => ({ do: 'expire', fence: mine.fence })],
          [20, () => ({ do: 'renew', ...mine })],
          [10, () => ({ do: 'release', ...mine })],
          [12, () => ({ do: 'finish', ...mine, outcome: 'done' })],
          [6, () => ({ do: 'finish', ...mine, outcome: 'release' })],
          [4, () => ({ do: 'finish', ...mine, outcome: 'block' })],
          [3, () => ({ do: 'finish', ...mine, outcome: 'skip' })],
          [5, () => ({ do: 'claim', task: task(), by })],
          [3, () => ({ do: 'claimNext', by })],
        ];
  return pick(random, [...always, ...now]);
}

function pick(random: () => number, choices: readonly Weighted[]): LockOp {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, choose] of choices) {
    left -= weight;
    if (left < 0) return choose();
  }
  return { do: 'look' };
}
