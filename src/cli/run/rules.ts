import type { RunTaskState } from '#contract/run-work.ts';
import type { RunEnd, RunOutcome } from '#contract/run.ts';

/** How a start of a client ended, and what its agent said of the task. */
export interface Ended {
  state: RunTaskState['state'];
  /** What the server says of the state. */
  reason: string;
  exitCode: number | null;
  seconds: number;
  /** Whether it used a tool or changed a file. */
  hasWorked: boolean;
  hasStalled: boolean;
  limit: { until: Date | null; text: string } | undefined;
  /** The client's own word for what went wrong. */
  failure: string | undefined;
  /** The last line that it printed as an error. */
  complaint: string | undefined;
}

export interface Tried {
  try: number;
  tries: number;
  /** Starts that ended without a word. */
  silent: number;
  /** Deliveries with nothing changed. */
  unchanged: number;
  conflicts: number;
}

/** Why a client is started again on the same task. */
export type Again = 'silent' | 'stalled' | 'unchanged' | 'failed' | 'conflict' | 'lost-runner';

export type NextStep =
  | { do: 'check' }
  | { do: 'again'; why: Again; reason: string }
  | { do: 'release'; reason: string; isQuick: boolean }
  | { do: 'rest'; until: Date | null; reason: string }
  | { do: 'over'; outcome: RunOutcome }
  | { do: 'lost'; reason: string };

/** A start that ends with an error sooner, and has done nothing, was never at work. */
const QUICK_SECONDS = 10;
/** So many of them in a row end their agent's run. */
export const QUICK_MAX = 3;
const CONFLICTS_MAX = 2;

const OVER: Partial<Record<RunTaskState['state'], RunOutcome>> = {
  done: 'done',
  skipped: 'skipped',
  asked: 'asked',
  blocked: 'blocked',
  released: 'released',
};

/** What follows when a client has ended. */
export function afterClient(ended: Ended, tried: Tried): NextStep {
  const over = OVER[ended.state];
  if (over !== undefined) return { do: 'over', outcome: over };
  if (ended.state === 'lost') return { do: 'lost', reason: ended.reason };
  if (ended.state === 'delivered') return { do: 'check' };
  if (ended.limit !== undefined) return { do: 'rest', until: ended.limit.until, reason: ended.limit.text };
  const reason = describeEnd(ended);
  const isQuick = ended.exitCode !== 0 && !ended.hasWorked && !ended.hasStalled && ended.seconds < QUICK_SECONDS;
  // The same again at once would end the same way.
  if (isQuick) return { do: 'release', reason, isQuick };
  if (tried.silent > 0 || tried.try >= tried.tries) return { do: 'release', reason, isQuick };
  return { do: 'again', why: ended.hasStalled ? 'stalled' : 'silent', reason };
}

function describeEnd({ exitCode, hasStalled, failure, complaint }: Ended): string {
  if (hasStalled) return 'printed nothing for too long and was ended';
  if (failure !== undefined && failure !== '') return failure;
  if (exitCode === null) return 'was ended from outside';
  if (exitCode !== 0 && complaint !== undefined) return `ended with code ${exitCode}: ${complaint}`;
  return exitCode === 0 ? 'ended without a word' : `ended with code ${exitCode} and without a word`;
}

/** Work that was delivered although nothing changed is accepted when the agent says so a second time. */
export const mayAcceptUnchanged = (tried: Tried): boolean => tried.unchanged > 0 || tried.try >= tried.tries;

export const mayTryAgain = ({ try: number, tries }: Tried): boolean => number < tries;

/** Conflicts come from the others' work, so they do not use up tries. */
export const mayResolve = ({ conflicts }: Tried): boolean => conflicts < CONFLICTS_MAX;

export interface Standing {
  isStopping: 'finish' | 'now' | undefined;
  isPaused: boolean;
  taken: number;
  tasksMax: number | undefined;
  until: Date | undefined;
  now: Date;
  costUsd: number;
  budget: number | undefined;
}

/** Whether an agent may take another task; else how the run ends, or that it waits. */
export function mayTake(
  standing: Standing,
): 'yes' | 'wait' | Extract<RunEnd, 'stopped' | 'tasks' | 'until' | 'budget'> {
  if (standing.isStopping !== undefined) return 'stopped';
  if (standing.tasksMax !== undefined && standing.taken >= standing.tasksMax) return 'tasks';
  if (standing.until !== undefined && standing.now >= standing.until) return 'until';
  if (standing.budget !== undefined && standing.costUsd >= standing.budget) return 'budget';
  return standing.isPaused ? 'wait' : 'yes';
}

const REST_MS = 30 * 60_000;
const REST_MAX_MS = 4 * 3_600_000;
const MINUTE_MS = 60_000;

/** When an agent whose account is used up tries again: as it was told, else later each time. */
export function restUntil(said: Date | null, rests: number, now: Date): Date {
  const least = now.getTime() + MINUTE_MS;
  if (said !== null) return new Date(Math.max(least, said.getTime()));
  return new Date(now.getTime() + Math.min(REST_MAX_MS, REST_MS * 2 ** rests));
}
