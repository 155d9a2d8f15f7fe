import { setTimeout as wait } from 'node:timers/promises';
import type { FailureBody } from '#contract/errors.ts';
import type { Project, ProjectSummary } from '#contract/project.ts';
import type { RunView } from '#contract/relay.ts';
import type {
  BeatWorker,
  Obeyed,
  RunTaskState,
  claimForRun,
  finishForRun,
  retryRunTask,
  startRun,
} from '#contract/run-work.ts';
import type { Run, RunEnd, RunRequest, RunResult } from '#contract/run.ts';
import type { z } from 'zod';
import { Refusal, headersFor } from '../ask-server.ts';
import { EXIT, Failure } from '../failure.ts';
import { BrokenExchange, exchange, readAnswer } from '../http-exchange.ts';
import type { SignedIn } from '../settings.ts';
import { relayPath } from './relay-path.ts';

export type StartRun = z.input<typeof startRun.body>;
export type ClaimForRun = z.input<typeof claimForRun.body>;
export type ClaimAnswer = z.infer<typeof claimForRun.answer>;
export type RetryRunTask = z.input<typeof retryRunTask.body>;
export type FinishForRun = z.input<typeof finishForRun.body>;

const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 15_000;
const ANSWER_MS = 60_000;
const BEAT_ANSWER_MS = 10_000;
/** A server that starts or stops, or that a proxy does not reach. */
const AWAY = new Set([500, 502, 503, 504]);
/** An error of the server that stays is not waited out. */
const ERRORS_MAX = 8;

interface Away {
  reason: string;
  isError: boolean;
  retryAfterMs: number | undefined;
}

export interface CallsOptions {
  to: SignedIn;
  /** Told once when the server cannot be reached, and once when it answers again. */
  onAway(reason: string | undefined): void;
  random?: () => number;
}

/**
 * The calls of a run. All of them are idempotent, so they are repeated while the server is away (backoff with jitter):
 * agents go on meanwhile, and what they did is told when it is back.
 */
export class RunCalls {
  readonly #to: SignedIn;
  readonly #onAway: CallsOptions['onAway'];
  readonly #random: () => number;
  #isAway = false;
  #back = new AbortController();

  constructor({ to, onAway, random = Math.random }: CallsOptions) {
    this.#to = to;
    this.#onAway = onAway;
    this.#random = random;
  }

  readProject = (project: string, signal?: AbortSignal) =>
    this.#ask<ProjectSummary>('GET', `/api/projects/${project}`, undefined, signal);
  changeProject = (project: string, changes: Partial<Pick<Project, 'baton_slots'>>, signal?: AbortSignal) =>
    this.#ask<ProjectSummary>('PUT', `/api/projects/${project}`, changes, signal);
  start = (project: string, body: StartRun, signal?: AbortSignal) =>
    this.#ask<Run>('POST', `/api/projects/${project}/runs`, body, signal);
  readView = (project: string, only: string | undefined, signal?: AbortSignal) =>
    this.#ask<RunView>('GET', relayPath(project, only), undefined, signal);
  claim = (run: string, body: ClaimForRun, signal?: AbortSignal) =>
    this.#ask<ClaimAnswer>('POST', `/api/runs/${run}/claim`, body, signal);
  look = (run: string, body: { worker: string; task_id: string; baton: string }, signal?: AbortSignal) =>
    this.#ask<RunTaskState>('POST', `/api/runs/${run}/look`, body, signal);
  retry = (run: string, body: RetryRunTask, signal?: AbortSignal) =>
    this.#ask<RunResult>('POST', `/api/runs/${run}/retry`, body, signal);
  finish = (run: string, body: FinishForRun, signal?: AbortSignal) =>
    this.#ask<RunResult>('POST', `/api/runs/${run}/finish`, body, signal);
  end = (run: string, end: Exclude<RunEnd, 'lost'>, signal?: AbortSignal) =>
    this.#ask<Run>('POST', `/api/runs/${run}/end`, { end }, signal);
  askFor = (run: string, request: RunRequest, signal?: AbortSignal) =>
    this.#ask<Run>('POST', `/api/runs/${run}/ask`, { request }, signal);

  /** Tried once: the next beat says the same. */
  async beat(run: string, workers: BeatWorker[]): Promise<Obeyed> {
    const answer = await this.#try<Obeyed>('POST', `/api/runs/${run}/beat`, { workers }, BEAT_ANSWER_MS);
    if ('reason' in answer) throw new Failure(answer.reason);
    return answer.data;
  }

  async #ask<T>(method: string, path: string, body: object | undefined, signal?: AbortSignal): Promise<T> {
    let errors = 0;
    for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, WAIT_MAX_MS)) {
      signal?.throwIfAborted();
      const answer = await this.#try<T>(method, path, body, ANSWER_MS, signal);
      if (!('reason' in answer)) return answer.data;
      errors += answer.isError ? 1 : 0;
      if (errors >= ERRORS_MAX) throw new Failure(`${this.#to.url} ${answer.reason}.`);
      const jittered = pause / 2 + (pause / 2) * this.#random();
      await this.#waitForIt(Math.max(jittered, answer.retryAfterMs ?? 0), signal);
    }
  }

  /** A call that was answered meanwhile, such as a beat, ends the wait. */
  async #waitForIt(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const back = this.#back.signal;
    const ends = signal === undefined ? back : AbortSignal.any([signal, back]);
    await wait(ms, undefined, { signal: ends }).catch(() => undefined);
    signal?.throwIfAborted();
  }

  async #try<T>(
    method: string,
    path: string,
    body: object | undefined,
    answerMs: number,
    signal?: AbortSignal,
  ): Promise<{ data: T } | Away> {
    try {
      const response = await exchange(`${this.#to.url}${path}`, {
        method,
        headers: headersFor(this.#to),
        ...(body === undefined ? {} : { body: JSON.stringify(body, toStorable) }),
        answerMs,
        isRepeatable: true,
        signal,
      });
      const status = response.statusCode ?? 0;
      const text = await readAnswer(response);
      const retryAfterMs = readRetry(response.headers);
      // A limit of the plan has no Retry-After, and waiting does not lift it.
      if (AWAY.has(status) || (status === 429 && retryAfterMs !== undefined))
        return this.#say({ reason: `answers ${status}`, isError: status === 500, retryAfterMs });
      this.#say(undefined);
      return { data: readData<T>(this.#to.url, status, text) };
    } catch (error) {
      if (!(error instanceof BrokenExchange)) throw error;
      signal?.throwIfAborted();
      const reason = `cannot be reached (${error.code === '' ? error.message : error.code})`;
      return this.#say({ reason, isError: false, retryAfterMs: undefined });
    }
  }

  #say<A extends Away | undefined>(away: A): A {
    const isAway = away !== undefined;
    if (isAway !== this.#isAway) this.#onAway(away?.reason);
    this.#isAway = isAway;
    if (!isAway) this.#back.abort();
    else if (this.#back.signal.aborted) this.#back = new AbortController();
    return away;
  }
}

/** Programs print anything, and what the server cannot store it refuses: a beat that is refused renews no baton. */
const toStorable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

function readRetry(headers: Record<string, string | string[] | undefined>): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 600) * 1_000 : undefined;
}

function readData<T>(url: string, status: number, text: string): T {
  const answer = parse(text);
  if (answer?.success === true) return answer.data as T;
  if (answer?.success === false) throw new Refusal(status, answer);
  throw new Failure(`${url} answered ${status}, but not as Baton does. Check the address with baton doctor.`);
}

function parse(text: string): { success: true; data: unknown } | FailureBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'success' in value ? (value as FailureBody) : undefined;
  } catch {
    return undefined;
  }
}

/** The baton is not the worker's any more: whatever was done stays on its branch. */
export const isLost = (error: unknown): boolean =>
  error instanceof Refusal && (error.type === 'STALE_LOCK' || error.type === 'NOT_FOUND');

/** Nothing that this run asks for can be answered any more. */
export const isFatal = (error: unknown): error is Failure =>
  error instanceof Failure && error.exitCode === EXIT.notSignedIn;
