import type { PrdBlock, PrdDecision, PrdRole, PrdSection, RoleCounts } from '#contract/requirement.ts';

/** A block whose role may still be unknown, because the reading arrives after the text. */
export type ShownBlock = Omit<PrdBlock, 'role'> & { role: PrdRole | undefined };

/** A text with its reading, complete or not. */
export interface ShownReading {
  lines: readonly string[];
  blocks: readonly ShownBlock[];
  sections: readonly PrdSection[];
  decisions: readonly PrdDecision[];
  /** Undefined until the text has been read. */
  counts: RoleCounts | undefined;
}
