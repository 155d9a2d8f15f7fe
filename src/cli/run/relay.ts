import { RUN_LOST_SECONDS } from '#contract/constants.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Obeyed } from '#contract/run-work.ts';
import type { RunEnd } from '#contract/run.ts';
import type { SignedIn } from '../settings.ts';
import type { Agent } from './agent.ts';
import type { RunClient } from './clients/index.ts';
import type { Counts, Screen, ShownResult, ShownRun, ShownSummary } from './display/index.ts';
import type { Guard } from './guard/index.ts';
import type { Journal } from './journal/index.ts';
import type { LeftTask } from './left-tasks.ts';
import { mayTake } from './rules.ts';
import type { RunOptions } from './run-options.ts';
import type { RunCalls } from './server-calls.ts';
import type { Repository } from './worktree/index.ts';

/** What does not change while a run goes on. */
export interface RelayGround {
  run: string;
  to: SignedIn;
  project: ProjectSummary;
  calls: RunCalls;
  repository: Repository;
  base: string | null;
  options: RunOptions;
  clients: readonly RunClient[];
  verifyCommand: string | undefined;
  /** Starts this command line. */
  baton: readonly [string, ...string[]];
  guard: Guard;
  journal: Journal;
  now(): Date;
}

type Ending = Exclude<RunEnd, 'lost'>;

/** A run as it goes: what its agents share. */
export class Relay {
  readonly ground: RelayGround;
  readonly agents: Agent[] = [];
  /** What an earlier runner of this repository left. */
  left: LeftTask[] = [];
  /** Not taken again by this run. */
  readonly givenBack = new Set<number>();
  readonly results: ShownResult[] = [];
  readonly startedAt: Date;
  screen: Screen | undefined;
  isPaused = false;
  stopping: 'finish' | 'now' | undefined;
  notice: string | undefined;
  ready = 0;
  next: string[] = [];
  taken = 0;
  costUsd: number | null = null;
  tokens: number | null = null;
  /** Why it could not go on. */
  failure: Error | undefined;
  #ending: Ending | undefined;
  /** The server knows that the run finishes, so that it can also say that it goes on after all. */
  #isFinishTold = false;
  #heardAt = 0;
  readonly #now = new AbortController();
  readonly #waiting = new Set<() => void>();
  readonly #lost = new Map<number, AbortController>();

  constructor(ground: RelayGround) {
    this.ground = ground;
    this.startedAt = ground.now();
  }

  /** Aborted when everything has to end at once. */
  get stopNow(): AbortSignal {
    return this.#now.signal;
  }

  get ending(): Ending {
    if (this.failure !== undefined) return 'failed';
    return this.#ending ?? (this.stopping === undefined ? 'nothing_ready' : 'stopped');
  }

  mayTake(): ReturnType<typeof mayTake> {
    if (this.failure !== undefined) return 'stopped';
    const { options, now } = this.ground;
    return mayTake({
      isStopping: this.stopping,
      isPaused: this.isPaused,
      taken: this.taken,
      tasksMax: options.tasksMax,
      until: options.until,
      now: now(),
      costUsd: this.costUsd ?? 0,
      budget: options.budget,
    });
  }

  get isAnyoneAtWork(): boolean {
    return this.agents.some(({ task }) => task !== undefined);
  }

  /** A task that an earlier runner left: this agent's own, one of an agent that is not here, or the named one. */
  takeLeft(agent: string, number?: number): LeftTask | undefined {
    const names = new Set(this.agents.map(({ name }) => name));
    const found =
      number === undefined
        ? (this.left.find((each) => each.agent === agent) ?? this.left.find((each) => !names.has(each.agent)))
        : this.left.find((each) => each.number === number);
    if (found !== undefined) this.left.splice(this.left.indexOf(found), 1);
    return found;
  }

  endWith(ending: Ending): void {
    this.#ending ??= ending;
  }

  /** The first failure is told; everybody finishes what is at work. */
  fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  pause(isPaused: boolean): void {
    if (this.isPaused === isPaused) return;
    this.isPaused = isPaused;
    this.wake();
  }

  /** What a person asked on the page, and tasks that are not this run's any more. */
  obey({ is_paused: isPaused, is_ready: isReady, stop, lost }: Obeyed): void {
    if (isReady) this.wake();
    this.pause(isPaused);
    if (stop !== null) this.stop(stop === 'stop' ? 'now' : 'finish');
    else if (this.stopping === 'finish' && this.#isFinishTold) {
      this.stopping = undefined;
      this.wake();
    }
    this.#isFinishTold = stop === 'finish';
    const heardAt = this.#heardAt;
    this.#heardAt = this.ground.now().getTime();
    for (const { number, reason } of lost) {
      // Somebody took it, and wants this run to leave it alone; after a silence its lease may just have run out.
      if (this.#heardAt - heardAt < RUN_LOST_SECONDS * 1_000) this.givenBack.add(number);
      this.lose(number, reason);
    }
  }

  stop(how: 'finish' | 'now'): void {
    if (this.stopping === 'now' || this.stopping === how) return;
    this.stopping = how;
    if (how === 'now') this.#now.abort(new Error('The run was stopped.'));
    this.wake();
  }

  /** A task somebody else has now. */
  lose(number: number, reason: string): void {
    this.#lost.get(number)?.abort(new Error(reason));
  }

  /** Aborted when everything ends, or when the task is lost. */
  watch(number: number): { lost: AbortSignal; any: AbortSignal; close(): void } {
    const lost = new AbortController();
    this.#lost.set(number, lost);
    return {
      lost: lost.signal,
      any: AbortSignal.any([lost.signal, this.stopNow]),
      close: () => {
        if (this.#lost.get(number) === lost) this.#lost.delete(number);
      },
    };
  }

  /** Something changed that an agent without a task waits for. */
  wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  waitForNews(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), ms);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  spend(tokens: number | null, costUsd: number | null): void {
    if (tokens !== null) this.tokens = (this.tokens ?? 0) + tokens;
    if (costUsd !== null) this.costUsd = (this.costUsd ?? 0) + costUsd;
  }

  tell(result: ShownResult): void {
    this.results.push(result);
    this.screen?.result(result);
  }

  get counts(): Counts {
    const count = (...outcomes: ShownResult['outcome'][]) =>
      this.results.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return {
      done: count('done'),
      failed: count('failed', 'conflict'),
      skipped: count('skipped'),
      givenBack: count('released', 'asked', 'blocked', 'taken_away'),
      retried: this.agents.filter(({ task, try: number }) => task !== undefined && number > 1).length,
    };
  }

  shown(): ShownRun {
    const { agents, counts, ready, next, startedAt, isPaused, stopping, notice } = this;
    return { agents, counts, ready, next, startedAt, isPaused, stopping, notice };
  }

  summary(): ShownSummary {
    const { counts, tokens, costUsd, results, ground } = this;
    const done = results.filter(({ outcome }) => outcome === 'done');
    const sum = (of: 'insertions' | 'deletions') => done.reduce((total, { diff }) => total + (diff?.[of] ?? 0), 0);
    const needy = results.filter(({ outcome }) => ['failed', 'conflict', 'asked', 'blocked'].includes(outcome));
    return {
      end: this.failure?.message ?? sayEnd(this.ending, results),
      counts,
      insertions: sum('insertions'),
      deletions: sum('deletions'),
      ms: ground.now().getTime() - this.startedAt.getTime(),
      tokens,
      costUsd,
      branches: ground.options.isLinked ? listBranches(results) : [],
      needsYou: needy.map(
        ({ number, title, outcome, reason }) => `T${number} ${title}: ${outcome === 'asked' ? 'asks: ' : ''}${reason}`,
      ),
    };
  }
}

/** The last result of each task counts. */
const lastOfEach = (results: readonly ShownResult[]): ShownResult[] => [
  ...new Map(results.map((result) => [result.number, result])).values(),
];

/** Work that is not merged, finished or not. */
const listBranches = (results: readonly ShownResult[]): string[] =>
  lastOfEach(results)
    .filter(({ branch, mergedInto, diff }) => branch !== null && mergedInto === null && (diff?.files ?? 0) > 0)
    .map(({ branch, number, title, outcome }) => {
      const state = outcome === 'done' ? 'done: git merge it' : 'not finished';
      return `${branch ?? ''} (T${number} ${title}, ${state})`;
    });

function sayEnd(ending: Ending, results: readonly ShownResult[]): string {
  const back = lastOfEach(results).filter(({ outcome }) => outcome === 'released');
  if (ending !== 'nothing_ready' || back.length === 0) return SAYS_END[ending];
  const names = back.map(({ number }) => `T${number}`).join(', ');
  return `Nothing else is ready. Given back, and open: ${names}; run again to go on with them.`;
}

const SAYS_END: Record<Ending, string> = {
  nothing_ready: 'Nothing is ready any more.',
  tasks: 'The number of tasks was reached.',
  until: 'The time was reached.',
  budget: 'The budget was reached.',
  stopped: 'Stopped.',
  failed: 'It could not go on.',
};
