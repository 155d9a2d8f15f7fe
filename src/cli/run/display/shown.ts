import type { RunOutcome } from '#contract/run.ts';
import type { Agent } from '../agent.ts';

/** A task that has ended, or is tried again. */
export interface ShownResult {
  at: Date;
  number: number;
  title: string;
  agent: string;
  outcome: RunOutcome;
  reason: string;
  try: number;
  tries: number;
  isVerified: boolean;
  mergedInto: string | null;
  branch: string | null;
  diff: { files: number; insertions: number; deletions: number } | null;
  seconds: number;
  /** Lines below it, such as the end of what a command printed. */
  details: readonly string[];
}

export interface Counts {
  done: number;
  failed: number;
  skipped: number;
  givenBack: number;
  retried: number;
}

/** The block below the rule. */
export interface ShownRun {
  agents: readonly Agent[];
  counts: Counts;
  ready: number;
  /** What comes next, such as "T11 Retry-After header math". */
  next: readonly string[];
  startedAt: Date;
  isPaused: boolean;
  stopping: 'finish' | 'now' | undefined;
  /** Such as that the server is away. */
  notice: string | undefined;
}

export interface ShownSummary {
  end: string;
  counts: Counts;
  insertions: number;
  deletions: number;
  ms: number;
  tokens: number | null;
  costUsd: number | null;
  /** Branches that wait for a person, where nothing is merged. */
  branches: readonly string[];
  needsYou: readonly string[];
}
