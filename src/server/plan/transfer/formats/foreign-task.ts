import type { DraftNote } from './draft.ts';

/** A task as a foreign file tells it: texts not yet cut, parent and dependencies not yet looked up. */
export interface ForeignTask {
  /** The place in the file that report lines name. */
  where: string;
  key: string;
  /** What its own tool calls it: "Beads bd-12". Kept in the description, because texts refer to each other by it. */
  origin: string;
  /** The same, short, for report lines: "bd-12". */
  name: string;
  parent: Reference | undefined;
  list: string;
  title: string;
  description: string;
  /** Fields without a place of their own here: a line at the end of the description, or a note when too long for one. */
  facts: Fact[];
  checks: { text: string; met: boolean }[];
  status: 'open' | 'done';
  notes: DraftNote[];
  dependsOn: Reference[];
  created_at: string | undefined;
  completed_at: string | undefined;
}

export interface Reference {
  key: string;
  name: string;
}

export interface Fact {
  name: string;
  value: string;
}

export interface ForeignList {
  key: string;
  name: string;
  brief: string;
}
