import { runCommand } from './run-command.ts';
import type { TestCount } from './count-tests.ts';

const HANGS_AFTER_SECONDS = 3600;

/** One line of the report: a preparation, a check that counts as one test, or a run that counts its own tests. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** A step that prints nothing for this long hangs. No limit on its duration: a busy machine must not fail a run. */
  readonly silentSeconds?: number;
  /** A step that uses every core runs alone, or beside a light one. */
  readonly alone?: true;
  /** A short step that may run beside one that uses every core: it takes the moments in which that one waits. */
  readonly light?: true;
  /** Prerequisite steps. */
  readonly needs?: readonly string[];
  /** Not a test: adds nothing on success, one failure otherwise, and its output is shown while it runs. */
  readonly preparation?: true;
  readonly count?: () => TestCount;
}

export interface StepResult extends TestCount {
  readonly name: string;
  readonly seconds: number;
  readonly output: string;
  readonly trouble?: string;
}

export interface StepOptions {
  readonly cores: number;
  readonly signal: AbortSignal;
  readonly report: (result: StepResult) => void;
  readonly listen: (text: string) => void;
}

/** Runs the steps in order, as many concurrently as there are cores, and all of them whatever fails. */
export async function runSteps(steps: readonly Step[], options: StepOptions): Promise<StepResult[]> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const results: StepResult[] = [];

  const start = (step: Step): void => {
    const run = runStep(step, results, options).then((result) => {
      running.delete(step);
      results.push(result);
      options.report(result);
    });
    running.set(step, run);
  };

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((step) => isReady(step, steps, results) && fits(step, running, options.cores));
    const [step] = next === -1 ? [] : waiting.splice(next, 1);
    if (step) start(step);
    else if (running.size > 0) await Promise.race(running.values());
    else throw new Error(`these steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
  }
  return results;
}

/** The last line of a run, and whether it passed. */
export function summarise(results: readonly StepResult[]): { line: string; good: boolean } {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  return { line: `${passed} passed, ${failed} failed`, good: failed === 0 && passed > 0 };
}

async function runStep(step: Step, before: readonly StepResult[], options: StepOptions): Promise<StepResult> {
  const started = performance.now();
  const finish = (output: string, count: TestCount, trouble?: string): StepResult => {
    const seconds = (performance.now() - started) / 1000;
    return { name: step.name, seconds, output, ...count, ...(trouble === undefined ? {} : { trouble }) };
  };
  if (options.signal.aborted) return finish('', { passed: 0, failed: 1 }, 'interrupted');
  const missing = before.find((result) => result.failed > 0 && step.needs?.includes(result.name));
  if (missing) return finish('', { passed: 0, failed: 1 }, `needs ${missing.name}`);
  const { output, trouble } = await runCommand(step.command, {
    silentSeconds: step.silentSeconds ?? HANGS_AFTER_SECONDS,
    signal: options.signal,
    ...(step.preparation ? { listen: options.listen } : {}),
  });
  return judgeRun(step, output, trouble, finish);
}

function judgeRun(
  step: Step,
  output: string,
  trouble: string | undefined,
  finish: (output: string, count: TestCount, trouble?: string) => StepResult,
): StepResult {
  if (!step.count) {
    const passed = step.preparation ? 0 : 1;
    return trouble === undefined
      ? finish(output, { passed, failed: 0 })
      : finish(output, { passed: 0, failed: 1 }, trouble);
  }
  const counted = tryCount(step.count);
  if (counted instanceof Error) return finish(output, { passed: 0, failed: 1 }, trouble ?? counted.message);
  if (counted.passed + counted.failed === 0) return finish(output, { passed: 0, failed: 1 }, 'it ran no tests');
  if (counted.failed > 0) return finish(output, counted, trouble ?? `${counted.failed} failed`);
  return trouble === undefined ? finish(output, counted) : finish(output, { ...counted, failed: 1 }, trouble);
}

function tryCount(count: () => TestCount): TestCount | Error {
  try {
    return count();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isReady(step: Step, all: readonly Step[], results: readonly StepResult[]): boolean {
  const done = new Set(results.map((result) => result.name));
  return (step.needs ?? []).every((name) => done.has(name) || all.every((other) => other.name !== name));
}

function fits(step: Step, running: ReadonlyMap<Step, unknown>, cores: number): boolean {
  const others = [...running.keys()];
  if (step.light && others.some(({ light }) => light)) return false;
  const heavy = others.filter(({ light }) => !light);
  if (step.alone) return heavy.length === 0;
  if (heavy.some(({ alone }) => alone)) return step.light === true;
  return running.size < cores;
}
