/** Amount of work, and timeouts after which something counts as never having happened. */
export interface Sizes {
  writers: number;
  readers: number;
  /** Acknowledged writes before each fault, and again after it. */
  writes: number;
  /** Repetitions of short faults. */
  rounds: number;
  /** A call without an answer for this long is hung. */
  answerLimitMs: number;
  /** Timeout for a server to become ready again. */
  readyLimitMs: number;
  /** How long the network is silent before it breaks; by hand longer than the servers' timeout for the database. */
  silenceMs: number;
}

/** By hand: longer than the servers' own query timeout of 35 seconds. */
export const WHOLE: Sizes = {
  writers: 20,
  readers: 8,
  writes: 250,
  rounds: 2,
  answerLimitMs: 45_000,
  readyLimitMs: 120_000,
  silenceMs: 40_000,
};

/** In the tests: the same faults, fewer writes. Its timeouts only distinguish "late" from "never", on any machine. */
export const SHORT: Sizes = {
  writers: 20,
  readers: 4,
  writes: 60,
  rounds: 1,
  answerLimitMs: 300_000,
  readyLimitMs: 300_000,
  silenceMs: 1_000,
};
