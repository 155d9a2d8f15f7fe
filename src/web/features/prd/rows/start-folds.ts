import type { PrdSection } from '#contract/requirement.ts';
import { countLines, holdsLine } from '../document/split-lines.ts';
import type { ShownReading } from '../document/shown-reading.ts';

/** Shorter documents start fully expanded. */
const LONG_DOCUMENT = 300;
const LONG_SECTION = 30;
/** At most this many sections with open decisions start expanded. */
const OPEN_AT_MOST = 20;

/** Collapsed sections by start line: stable while text below changes. */
export type Folds = ReadonlySet<number>;

/** A section with content. Not the only root section, which is the document itself. */
export function isFoldable(sections: readonly PrdSection[], section: PrdSection) {
  if (section.level === 0 || section.end_line <= section.start_line) return false;
  const isAll =
    section.parent === null && !sections.some((each) => each.parent === null && each !== section && each.level > 0);
  return !isAll;
}

/** Default for a long document: long sections collapsed, except those with open decisions. */
export function startFolds({ lines, blocks, sections, counts }: ShownReading): Folds {
  const folds = new Set<number>();
  if ((counts?.total ?? 0) <= LONG_DOCUMENT) return folds;
  const unsure = blocks.filter(({ role }) => role === 'unsure').map(({ start_line }) => start_line);
  let opened = 0;
  let foldedTo = 0;
  for (const section of sections) {
    if (section.start_line <= foldedTo || !isFoldable(sections, section)) continue;
    if (countLines(lines, section) <= LONG_SECTION) continue;
    const isOpen = opened < OPEN_AT_MOST && unsure.some((line) => holdsLine(section, line));
    if (isOpen) opened += 1;
    else {
      folds.add(section.start_line);
      foldedTo = section.end_line;
    }
  }
  return folds;
}

/** The outermost collapsible sections: collapsing them leaves a table of contents. */
export function allFolds({ sections }: ShownReading): Folds {
  const folds = new Set<number>();
  let foldedTo = 0;
  for (const section of sections) {
    if (section.start_line <= foldedTo || !isFoldable(sections, section)) continue;
    folds.add(section.start_line);
    foldedTo = section.end_line;
  }
  return folds;
}

/** Expands every section that hides a line. */
export function unfoldLine({ sections }: ShownReading, folds: Folds, line: number): Folds {
  const hiding = sections.filter((section) => folds.has(section.start_line) && holdsLine(section, line));
  return hiding.length === 0
    ? folds
    : new Set([...folds].filter((at) => hiding.every(({ start_line }) => start_line !== at)));
}
