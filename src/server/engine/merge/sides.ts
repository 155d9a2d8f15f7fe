import type { Id } from '#contract/fields.ts';
import type { PlanChangeKind } from '#contract/generation.ts';
import type { DraftCheck, DraftTask, PlanDraft, TaskOrigin } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Snapshot, SnapshotList, SnapshotTask } from '#server/plan/index.ts';

/** A row with all fields: snapshots of old checkpoints have fewer. */
export type MergeTask = { [K in keyof SnapshotTask]-?: Exclude<SnapshotTask[K], undefined> };
export type MergeList = { [K in keyof SnapshotList]-?: Exclude<SnapshotList[K], undefined> };

/** The current plan, and which tasks somebody worked on. */
export interface Mine {
  plan: Snapshot;
  held: ReadonlySet<Id>;
  noted: ReadonlySet<Id>;
  /** Origins of generated tasks that a person deleted. */
  deleted: readonly TaskOrigin[];
}

/** The current requirements, and the new draft. */
export interface Theirs {
  draft: PlanDraft;
  requirements: ReadonlyMap<string, Requirement & { hash: string }>;
}

/** Injected clock and ids: the merge itself is pure. */
export interface Making {
  newId(): Id;
  now: Date;
  nextNumber: number;
}

export interface Mark {
  change: PlanChangeKind;
  reason: string;
}

/** Indexes of the draft by requirement. */
export interface Drafts {
  /** Drafted tasks by requirement; several where the draft splits it. */
  tasksFor: ReadonlyMap<string, readonly DraftTask[]>;
  /** Checks by requirement. */
  checksFor: ReadonlyMap<string, readonly DraftCheck[]>;
}

/** Deleted tasks by requirement. */
export interface Deleted {
  /** Generated ones. A task that a person or agent planned and deleted says nothing about the draft. */
  drafted: ReadonlyMap<string, readonly TaskOrigin[]>;
  /** Follow-ups of finished work. */
  followUps: ReadonlyMap<string, readonly TaskOrigin[]>;
  keys: ReadonlySet<string | null>;
  /** Keys that are still in the draft. */
  live: ReadonlySet<string>;
}

/** The working state of a merge: copies of the rows, changed step by step. */
export interface Bench {
  mine: Mine;
  theirs: Theirs;
  making: Making;
  /** As they were. */
  before: ReadonlyMap<Id, MergeTask>;
  lists: Map<Id, MergeList>;
  tasks: Map<Id, MergeTask>;
  edges: { task_id: Id; depends_on_id: Id }[];
  /** The task of a drafted one: its match, one that covers the same, or a new one. */
  taskOf: Map<string, Id>;
  /** The draft of an existing task. */
  draftOf: Map<Id, DraftTask>;
  listOf: Map<string, Id>;
  marks: Map<Id, Mark>;
  /** The list of a task's subtasks. */
  childOf: Map<Id, MergeList>;
  /** Renamed keys. */
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
  /** One entry per current or former task. */
  changes: Change[];
  removed: { tasks: Id[]; lists: Id[] };
}
