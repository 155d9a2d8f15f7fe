import type { PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { KeptRole, Reading, Requirement, SettableRole } from '#contract/requirement.ts';
import type { Id } from '#contract/fields.ts';
import type { Actor } from '#server/platform/context.ts';

/** How far a draft has come, as the dialog shows it. */
export interface DraftProgress {
  message: string;
  percent: number | null;
  listName: string | null;
  /** Titles of the tasks drafted so far are not told, only how many there are. */
  tasks: number;
}

/** Parts of a draft that are already paid for, by the hash of what was asked: a retry does not ask again. */
export interface ChunkShelf {
  find(hash: string): Promise<unknown>;
  keep(hash: string, value: unknown): Promise<void>;
}

/** What a planner says some lines are, where the reader says otherwise or does not know. Both ends included. */
export interface Correction {
  start_line: number;
  end_line: number;
  role: SettableRole;
}

export interface DraftInput {
  projectId: Id;
  content: string;
  reading: Reading;
  /** The built-in planner's plan of the same text: what it drafts with, and hints for those who do better. */
  builtIn: PlanDraft;
  /**
   * Reads the same text again with these corrections in place: lines that became work have requirement ids only then.
   * Each call replaces the corrections of the call before. `keepCorrections` of drafting makes roles of them. Whoever
   * writes the draft validates it against the last reading, and stores the roles of that with it, in the planner's name.
   */
  readAgain(corrections: readonly Correction[]): Promise<ReadPrd>;
  maxTasks: number;
  signal: AbortSignal;
  chunks: ChunkShelf;
  progress(progress: DraftProgress): Promise<void>;
  /** Told after every request with the sum so far. */
  spent?(usage: TokenUsage): void;
}

/** What a run has spent so far; told as it is spent, so that a run that fails is accounted for too. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** null where the price of the model is not known. */
  costUsd: number | null;
}

export interface DraftResult {
  /** Answers the requirements of the last reading: that of `readAgain`, or the one the planner was given. */
  draft: PlanDraft;
  /** null for a planner that asks nobody. */
  usage: TokenUsage | null;
}

/**
 * Turns the requirements of a PRD into a plan. It writes nothing: what it returns is checked before anything is made of
 * it. A failure it can explain is thrown as an AppError of type AI_PROVIDER_ERROR; it never falls back on another planner.
 */
export interface Planner {
  name: PlannerName;
  /** "Embedded planner", or the model's name. */
  label: string;
  model: string | null;
  draft(input: DraftInput): Promise<DraftResult>;
}

/**
 * Why a PRD is read: while somebody types, to look at the plan it would give, to make that plan, or to keep the text or
 * what was said of it. A live one gives way to anything newer of the same account.
 */
export type ReadingKind = 'live' | 'preview' | 'plan' | 'save';

/** For whom a PRD is read, what is known of it already, and how many tasks its plan may have. */
export interface ReadingWishes {
  actor: Actor;
  kind: ReadingKind;
  /** What an earlier version asked for: the same keeps its id. */
  previous: readonly Requirement[];
  roles: readonly KeptRole[];
  maxTasks: number;
}

/** A PRD read and planned by the built-in planner, in one go. */
export interface ReadPrd {
  reading: Reading;
  draft: PlanDraft;
}

/** What this server can plan with; the edge that tests replace. */
export interface Engine {
  /** The planner that was asked for, or the configured one. Throws for one that is not configured. */
  choose(name: PlannerName | undefined): Promise<Planner>;
  /** Reads a PRD, away from the event loop and in fair turns between accounts, and drafts the built-in plan of it. */
  read(content: string, wishes: ReadingWishes): Promise<ReadPrd>;
  /** Lets go of the threads it works in. */
  close(): Promise<void>;
}
