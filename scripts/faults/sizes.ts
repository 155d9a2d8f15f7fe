/** How much is done, and how long is waited before something counts as never having happened. */
export interface Sizes {
  writers: number;
  readers: number;
  /** Acknowledged writes before each fault, and again after it. */
  writes: number;
  /** How often a fault that is over at once is repeated. */
  rounds: number;
  /** A call without an answer for this long is hung. */
  answerLimitMs: number;
  /** How long a server may take to be ready again. */
  readyLimitMs: number;
  /** How long the network says nothing before it breaks; longer than the servers wait for the database. */
  silenceMs: number;
}

/** By hand: longer than the servers' own patience with the database, which gives up on a statement after 35 seconds. */
export const WHOLE: Sizes = {
  writers: 20,
  readers: 8,
  writes: 250,
  rounds: 2,
  answerLimitMs: 45_000,
  readyLimitMs: 120_000,
  silenceMs: 40_000,
};

/** In the tests: the same faults, fewer writes. Its limits of time only tell "late" from "never", on any machine. */
export const SHORT: Sizes = {
  writers: 20,
  readers: 4,
  writes: 60,
  rounds: 1,
  answerLimitMs: 300_000,
  readyLimitMs: 300_000,
  silenceMs: 1_000,
};
