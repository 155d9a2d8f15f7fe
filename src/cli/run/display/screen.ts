import type { Agent } from '../agent.ts';
import type { ShownResult, ShownRun, ShownSummary } from './shown.ts';

/** Where a run is shown. */
export interface Screen {
  /** Before anything else: the same as lines and as data. */
  head(lines: readonly string[], data: object): void;
  say(text: string): void;
  /** An agent took a task, or went on to another step. */
  moved(agent: Agent): void;
  /** A line of an agent's output. */
  line(agent: Agent, text: string): void;
  result(result: ShownResult): void;
  end(summary: ShownSummary): void;
  /** Leaves the terminal as it was; any number of times. */
  close(): void;
}

/** What a person asks by a key. */
export interface Asked {
  pauseOrResume(): void;
  finish(): void;
  /** Ctrl+C: the first time as `finish`, the second time at once. */
  interrupt(): void;
  open(): void;
}

export type ReadRun = () => ShownRun;
