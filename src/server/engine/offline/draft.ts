import type { Requirement, RequirementKind } from '#contract/requirement.ts';

export type Strength = Requirement['strength'];

/** A text and the lines it was read from. */
export interface Passage {
  text: string;
  start: number;
  end: number;
}

/** A requirement before it has an id. */
export interface Draft extends Passage {
  kind: RequirementKind;
  strength: Strength;
  path: string[];
  /** The id the author gave it. */
  explicit: string | null;
  criteria: Passage[];
}

/** What reading one section gave. */
export interface Harvest {
  drafts: Draft[];
  /** Criteria with no requirement above them in the section. */
  criteria: Passage[];
  constraints: Passage[];
}
