import type { PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction } from '#contract/requirement.ts';
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

export interface DraftInput {
  projectId: Id;
  content: string;
  extraction: Extraction;
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

/** For whom a PRD is read, and how many tasks may be drafted with it. */
interface Reading {
  actor: Actor;
  draftWithin?: number | undefined;
}

/** What this server can plan with; the edge that tests replace. */
export interface Engine {
  /** The planner that was asked for, or the configured one. Throws for one that is not configured. */
  choose(name: PlannerName | undefined): Promise<Planner>;
  /**
   * Reads a PRD, away from the event loop; ids of requirements that were there before are kept. Told how many tasks the
   * embedded planner may make, it drafts in the same go: nobody reads a PRD twice.
   */
  extract(content: string, previous: Extraction['requirements'], reading: Reading): Promise<Extraction>;
  /** Lets go of the threads it works in. */
  close(): Promise<void>;
}
