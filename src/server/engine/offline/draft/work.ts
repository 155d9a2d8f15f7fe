import type { Requirement } from '#contract/requirement.ts';

/** A task on its way into the draft, with what the later steps need to know about it. */
export interface WorkTask {
  key: string;
  list: string;
  title: string;
  requirements: Requirement[];
  part?: string;
  together?: string;
  /** Titles of its sub-tasks' list; undefined for a leaf. */
  isParent: boolean;
  isEnabler: boolean;
  /** Said by an enabler, which has no requirement to speak for it. */
  reason?: string;
  /** Position of the root list it stands in. */
  theme: number;
  /** Headings above it. */
  path: readonly string[];
  dependsOn: string[];
}

export interface WorkList {
  key: string;
  parent: string | null;
  name: string;
  path: readonly string[];
  theme: number;
}
