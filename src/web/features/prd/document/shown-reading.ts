import type { PrdBlock, PrdDecision, PrdRole, PrdSection, RoleCounts } from '#contract/requirement.ts';

/** A block as it is shown: its role comes with the reading, which may be a moment behind the text. */
export type ShownBlock = Omit<PrdBlock, 'role'> & { role: PrdRole | undefined };

/** What the screen draws of a text, whether it has been read yet or not. */
export interface ShownReading {
  lines: readonly string[];
  blocks: readonly ShownBlock[];
  sections: readonly PrdSection[];
  decisions: readonly PrdDecision[];
  /** Undefined until the text has been read. */
  counts: RoleCounts | undefined;
}
