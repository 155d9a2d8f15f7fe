import { counted, formatNumber } from './counted.ts';
import type { Run, RunEnd, RunOutcome, RunResult, WorkerState } from './run.ts';

/** "58m", "1h 5m", "2d 3h": how long a run or a task took. */
export function sayElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)}d` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** "0:48", "12:05". */
export function sayClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const STATE_WORDS: Record<WorkerState, string> = {
  free: 'free',
  setting_up: 'setting up',
  working: 'working',
  verifying: 'verifying',
  merging: 'merging',
  waiting_for_limit: 'waiting for a usage limit',
  stopping: 'stopping',
};

export const END_WORDS: Record<RunEnd, string> = {
  nothing_ready: 'Nothing was ready any more',
  tasks: 'It did as many tasks as it was to do',
  until: 'It ran until the time it was given',
  budget: 'Its budget is used up',
  stopped: 'It was stopped',
  failed: 'It failed',
  lost: 'Its terminal is gone',
};

/** The first words of a result: what came of the task. */
const OUTCOME_WORDS: Record<RunOutcome, string> = {
  done: 'done',
  tried_again: 'tried again',
  failed: 'failed',
  conflict: 'does not merge',
  released: 'given back',
  skipped: 'skipped',
  asked: 'asked you',
  blocked: 'blocked',
  taken_away: 'taken away',
};

type Said = Pick<RunResult, 'outcome' | 'reason' | 'try' | 'tries' | 'is_verified'>;

/** "done", "failed verification, tried again 2/3", "skipped: no sandbox account". */
export function sayOutcome({ outcome, reason, try: turn, tries }: Said): string {
  if (outcome === 'done') return OUTCOME_WORDS.done;
  const words = reason.trim().split('\n')[0]?.trim() ?? '';
  if (outcome === 'tried_again')
    return `${words === '' ? 'it ended without a word' : words}, ${OUTCOME_WORDS.tried_again} ${turn}/${tries}`;
  const said =
    outcome === 'failed' && tries > 1 ? `${OUTCOME_WORDS.failed} after ${turn} tries` : OUTCOME_WORDS[outcome];
  return words === '' ? said : `${said}: ${words}`;
}

type Counted = Pick<Run, 'done' | 'failed' | 'skipped' | 'given_back'>;

/** "5 done, 1 failed, 2 skipped, 1 given back"; what did not happen is left out. */
export function sayCounts({ done, failed, skipped, given_back: givenBack }: Counted): string {
  const all: [number, string][] = [
    [done, 'done'],
    [failed, 'failed'],
    [skipped, 'skipped'],
    [givenBack, 'given back'],
  ];
  const said = all.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  return said.length === 0 ? 'nothing done' : said.join(', ');
}

/** As it would be typed: "baton run --parallel 3 --merge". */
export function sayCommand(run: Pick<Run, 'parallel' | 'is_merging' | 'is_demo'>): string {
  return [
    'baton run',
    ...(run.is_demo ? ['--demo'] : []),
    ...(run.parallel > 1 ? [`--parallel ${run.parallel}`] : []),
    ...(run.is_merging ? ['--merge'] : []),
  ].join(' ');
}

export const RELAY_TEXTS = {
  title: 'Relay',
  overview: 'Overview',
  views: 'Overview or relay',
  group: 'Relay',
  open: 'Open the relay',
  demo: 'Demonstration: a script, no model',

  pause: 'Pause',
  pauseHint: 'Agents finish their task, no new one starts',
  resume: 'Resume',
  resumeHint: 'New tasks start again',
  pauseOrResume: 'Pause or resume the run',
  finish: 'Finish current tasks, then stop',
  finishing: (count: number) => (count === 0 ? 'Stopping…' : `Stopping after ${counted(count, 'task')}…`),
  stopping: 'Stopping now…',
  stop: 'Stop now…',
  stopTitle: 'Stop this run now?',
  stopText:
    'Its agents are ended, and their batons are handed back. Branches and worktrees stay as they are, and the next run goes on from them.',
  stopConfirm: 'Stop now',
  actions: 'More for this run',
  notAsked: 'The run could not be asked.',
  startedBy: (who: string, host: string) => (host === '' ? `started by ${who}` : `started by ${who} on ${host}`),

  pausedBy: (who: string | null) => (who === null ? 'Paused' : `Paused by ${who}`),
  pausedText: (atWork: number) =>
    atWork === 0
      ? 'no new task starts'
      : `${counted(atWork, 'agent finishes its task', 'agents finish their task')}, no new one starts`,
  finishText: (atWork: number, all: number) => `${formatNumber(atWork)} of ${formatNumber(all)} still at work`,
  stopHint: 'batons are handed back, branches and worktrees stay',
  finishBy: (who: string | null) => (who === null ? 'Finishing' : `Finishing, asked by ${who}`),
  stopBy: (who: string | null) => (who === null ? 'Stopping' : `Stopping, asked by ${who}`),
  gone: (age: string) => `The terminal of this run is gone since ${age}`,
  goneBack: (time: string) => `batons come back by ${time}`,
  goneFree: 'it holds no baton',

  lanes: 'Agents of this run',
  lane: (name: string, task: string | undefined) => (task === undefined ? name : `${name}, ${task}`),
  free: 'is free',
  waits: 'waiting',
  waitsForLimit: 'waiting for a usage limit',
  settingUp: 'Setting up',
  working: 'Working',
  verifying: 'Verifying',
  verified: 'Verified',
  merging: 'Merging',
  steps: 'Steps',
  stoppingLane: 'stopping',
  stoppingStep: 'Stopping',
  lastCall: (age: string) => `last call ${age} ago`,
  quiet: (age: string) => `quiet, last call ${age} ago`,
  stalled: (age: string) => `may have stopped, last call ${age} ago`,
  asked: (age: string, number: number) => `asked you about T${number} ${age} ago`,
  answer: 'Answer',
  startAgain: 'Start again',
  startAgainReason: (age: string) => `It had said nothing for ${age}; another agent starts again from its branch.`,
  startedAgain: 'The task is given back and starts again with the next free agent.',
  takeAway: 'Take the baton away…',
  openTask: 'Open the task',
  copyBranch: (branch: string) => `Copy the branch ${branch}`,
  copyWorktree: 'Copy the worktree’s path',
  copied: 'Copied!',
  laneActions: (name: string) => `Actions for ${name}`,
  unfold: (name: string) => `Show the output of ${name}`,
  fold: (name: string) => `Hide the output of ${name}`,
  tail: (name: string) => `Last lines of ${name}`,
  noLines: 'Nothing was printed yet.',
  fullOutput: 'Full output',
  outputOf: (name: string) => `Output of ${name}`,
  outputCut: 'What came before is not kept.',
  noOutput: 'Nothing is kept of its output: it is held in memory only, while the run is at work.',
  outputFailed: 'The output could not be read.',
  try: (turn: number, tries?: number) => (tries === undefined ? `try ${turn}` : `try ${turn}/${tries}`),
  after: (numbers: readonly number[]) => `after ${numbers.map((number) => `T${number}`).join(', ')}`,

  next: 'Next in the queue',
  nothingNext: 'Nothing is ready.',
  finished: 'Finished in this run',
  finishedMany: 'Finished in these runs',
  nothingFinished: 'Nothing has come out yet.',
  more: 'Show more',
  resultsFailed: 'The results could not be read.',
  verifiedWord: 'verified',
  mergedInto: (branch: string) => `merged into ${branch}`,
  onTask: 'What the relay did',
  wholeReason: 'Output',

  endedSince: (age: string) => `ended ${age} ago`,
  freeBatons: (count: number) => counted(count, 'baton is free', 'batons are free'),
  readyTasks: (count: number) => `${counted(count, 'task')} ready`,

  none: 'No run yet',
  noneText:
    'A run starts your own agents on the tasks of this project, each in its own worktree, and you watch them here. Nothing of it runs on this server.',
  startTitle: 'Start a run',
  start: 'Leave your agents at work, in the repository:',
  tryDemo: 'Or see it first with a script instead of a model:',
  copyCommand: 'Copy command',
  failed: 'The relay could not be read.',
  loading: 'Loading the relay…',

  ended: (counts: string) => `The run has ended: ${counts}.`,
  moved: (name: string, state: string) => `${name} is ${state}`,
} as const;
