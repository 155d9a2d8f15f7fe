import type { PrdSection } from '#contract/requirement.ts';
import { countLines, holdsLine } from '../document/split-lines.ts';
import type { ShownReading } from '../document/shown-reading.ts';

/** Shorter documents are simply read from top to bottom. */
const LONG_DOCUMENT = 300;
const LONG_SECTION = 30;
/** Sections with something to decide that start open. */
const OPEN_AT_MOST = 20;

/** Folded sections by the line they begin at: a section keeps its fold while text below it changes. */
export type Folds = ReadonlySet<number>;

/** A heading with something below it; one that holds all the others is the document itself. */
export function isFoldable(sections: readonly PrdSection[], section: PrdSection) {
  if (section.level === 0 || section.end_line <= section.start_line) return false;
  const isAll =
    section.parent === null && !sections.some((each) => each.parent === null && each !== section && each.level > 0);
  return !isAll;
}

/** What a long document starts with: its long sections folded, those with something to decide open. */
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

/** Every section that can be folded, the outermost ones: folding all leaves the contents of the document. */
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

/** Without the folds that hide a line. */
export function unfoldLine({ sections }: ShownReading, folds: Folds, line: number): Folds {
  const hiding = sections.filter((section) => folds.has(section.start_line) && holdsLine(section, line));
  return hiding.length === 0
    ? folds
    : new Set([...folds].filter((at) => hiding.every(({ start_line }) => start_line !== at)));
}
