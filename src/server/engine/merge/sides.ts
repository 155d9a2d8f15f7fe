import type { Id } from '#contract/fields.ts';
import type { PlanChangeKind } from '#contract/generation.ts';
import type { DraftCheck, DraftTask, PlanDraft, TaskOrigin } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Snapshot, SnapshotList, SnapshotTask } from '#server/plan/index.ts';

/** A row with nothing left out: old checkpoints know less of a task than the tables do. */
export type MergeTask = { [K in keyof SnapshotTask]-?: Exclude<SnapshotTask[K], undefined> };
export type MergeList = { [K in keyof SnapshotList]-?: Exclude<SnapshotList[K], undefined> };

/** The plan as it is, and what of it somebody has put work into. */
export interface Mine {
  plan: Snapshot;
  held: ReadonlySet<Id>;
  noted: ReadonlySet<Id>;
  /** What somebody took out of the plan on purpose, as generation had written it. */
  deleted: readonly TaskOrigin[];
}

/** What the PRD asks for now, and the plan somebody would make of that alone. */
export interface Theirs {
  draft: PlanDraft;
  requirements: ReadonlyMap<string, Requirement & { hash: string }>;
}

/** What rows are made with; the merge itself knows no clock and no chance. */
export interface Making {
  newId(): Id;
  now: Date;
  nextNumber: number;
}

export interface Mark {
  change: PlanChangeKind;
  reason: string;
}

/** What a draft says about a requirement, wherever it says it. */
export interface Drafts {
  /** By requirement, the drafted tasks that answer it; several where the draft cuts it into parts. */
  tasksFor: ReadonlyMap<string, readonly DraftTask[]>;
  /** By requirement, the checks that show it to hold. */
  checksFor: ReadonlyMap<string, readonly DraftCheck[]>;
}

/** What somebody took out of the plan, by what it stood for. */
export interface Deleted {
  /** What generation had drafted. What a person or an agent planned by itself and took out again says nothing about that. */
  drafted: ReadonlyMap<string, readonly TaskOrigin[]>;
  /** What went on from finished work. */
  followUps: ReadonlyMap<string, readonly TaskOrigin[]>;
  keys: ReadonlySet<string | null>;
  /** Keys that the draft still has. */
  live: ReadonlySet<string>;
}

/** A merge under way: copies of the rows, changed step by step. */
export interface Bench {
  mine: Mine;
  theirs: Theirs;
  making: Making;
  /** As they were. */
  before: ReadonlyMap<Id, MergeTask>;
  lists: Map<Id, MergeList>;
  tasks: Map<Id, MergeTask>;
  edges: { task_id: Id; depends_on_id: Id }[];
  /** The task that answers a drafted one: its counterpart, one that covers the same, or a new one. */
  taskOf: Map<string, Id>;
  /** What a draft has to say about a task that was there before. */
  draftOf: Map<Id, DraftTask>;
  listOf: Map<string, Id>;
  marks: Map<Id, Mark>;
  /** The list a task is broken down into. */
  childOf: Map<Id, MergeList>;
  /** Keys of tasks that are called otherwise now. */
  renamed: Map<string, string>;
  drafts: Drafts;
  deleted: Deleted;
}

export interface Change extends Mark {
  task: Pick<MergeTask, 'id' | 'number' | 'title'>;
  isNew: boolean;
  listName: string;
}

export interface Merged {
  plan: { task_lists: MergeList[]; tasks: MergeTask[]; dependencies: Snapshot['dependencies'] };
  /** One for each task there is or was. */
  changes: Change[];
  removed: { tasks: Id[]; lists: Id[] };
}
