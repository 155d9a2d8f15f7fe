import type { DraftedList, PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { KeptRole, Reading, Requirement, SettableRole } from '#contract/requirement.ts';
import type { Id } from '#contract/fields.ts';
import type { Actor } from '#server/platform/context.ts';

/** Progress for the dialog. */
export interface DraftProgress {
  message: string;
  percent: number | null;
  listName: string | null;
  /** Number of tasks drafted so far; titles are not sent. */
  tasks: number;
  /** The lists drafted so far. */
  lists: DraftedList[];
}

/** Cached answers of a model by input hash: a retry does not ask again. */
export interface ChunkShelf {
  find(hash: string): Promise<unknown>;
  keep(hash: string, value: unknown): Promise<void>;
}

/** A planner's role for some lines, where it differs from the reader's. Both ends included. */
export interface Correction {
  start_line: number;
  end_line: number;
  role: SettableRole;
}

export interface DraftInput {
  projectId: Id;
  content: string;
  reading: Reading;
  /** The built-in planner's plan of the same text: used as the draft, or as hints for a model. */
  builtIn: PlanDraft;
  /**
   * Reads the same text again with these corrections: lines that became work have requirement ids only then. Each call
   * replaces the corrections of the call before. `keepCorrections` turns them into roles. The draft is validated
   * against the last reading, and its roles are stored with it, attributed to the planner.
   */
  readAgain(corrections: readonly Correction[]): Promise<ReadPrd>;
  maxTasks: number;
  signal: AbortSignal;
  chunks: ChunkShelf;
  progress(progress: DraftProgress): Promise<void>;
  /** Called after every request with the sum so far. */
  spent?(usage: TokenUsage): void;
}

/** Token usage of a run; reported as it grows, so that failed runs are accounted for too. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** null where the model's price is unknown. */
  costUsd: number | null;
}

export interface DraftResult {
  /** Covers the requirements of the last reading: that of `readAgain`, or the given one. */
  draft: PlanDraft;
  /** null for a planner without a model. */
  usage: TokenUsage | null;
}

/**
 * Turns the requirements of a PRD into a plan. It writes nothing: its result is validated by the caller. Failures that
 * it can explain are thrown as AI_PROVIDER_ERROR; it never falls back to another planner.
 */
export interface Planner {
  name: PlannerName;
  /** "Embedded planner", or the model's name. */
  label: string;
  model: string | null;
  draft(input: DraftInput): Promise<DraftResult>;
}

/**
 * Why a PRD is read: while typing, to preview or make a plan, or to store the text or roles. A live reading that still
 * waits gives way to anything newer of the same account.
 */
export type ReadingKind = 'live' | 'preview' | 'plan' | 'save';

/** The account, what is already known of the document, and the task limit. */
export interface ReadingWishes {
  actor: Actor;
  kind: ReadingKind;
  /** Requirements of an earlier version: unchanged ones keep their id. */
  previous: readonly Requirement[];
  roles: readonly KeptRole[];
  maxTasks: number;
}

/** A PRD read and planned by the built-in planner. */
export interface ReadPrd {
  reading: Reading;
  draft: PlanDraft;
}

/** The planners of this server; replaced by a fake in tests. */
export interface Engine {
  /** The requested planner, by default the configured one. Throws if it is not configured. */
  choose(name: PlannerName | undefined): Promise<Planner>;
  /** Reads a PRD in a worker thread, with fair scheduling between accounts, and drafts the built-in plan. */
  read(content: string, wishes: ReadingWishes): Promise<ReadPrd>;
  /** Terminates the worker threads. */
  close(): Promise<void>;
}
