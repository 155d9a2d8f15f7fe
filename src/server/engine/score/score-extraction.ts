import type { Extraction, Requirement } from '#contract/requirement.ts';
import { extractRequirements } from '../offline/extract-requirements.ts';
import { normaliseText } from '../offline/compare-text.ts';
import type { Expected, LabelledPrd } from './read-corpus.ts';

/** How one PRD was read, as counts, so that many can be added up. */
export interface ExtractionScore {
  expected: number;
  found: number;
  matched: number;
  /** Matched ones whose lines are the right ones. */
  rightLines: number;
  missed: Expected[];
  surplus: Requirement[];
  wrongLines: Requirement[];
}

/** Holds what is read out of a PRD against what its author listed: each expectation is met by one requirement at most. */
export function scoreExtraction(
  { content, expected }: LabelledPrd,
  extraction: Extraction = extractRequirements(content),
): ExtractionScore {
  const lines = content.split(/\r\n|\n|\r/u);
  const free = new Set(extraction.requirements);
  const missed: Expected[] = [];
  const wrongLines: Requirement[] = [];
  for (const label of expected) {
    const words = normaliseText(label.contains);
    const match = [...free].find(
      (requirement) => overlaps(requirement, label) && normaliseText(requirement.text).includes(words),
    );
    if (match === undefined) missed.push(label);
    else {
      free.delete(match);
      if (!citesRight(match, label, lines)) wrongLines.push(match);
    }
  }
  const matched = expected.length - missed.length;
  return {
    expected: expected.length,
    found: extraction.requirements.length,
    matched,
    rightLines: matched - wrongLines.length,
    missed,
    surplus: [...free],
    wrongLines,
  };
}

const overlaps = ({ start_line, end_line }: Requirement, { lines: [start, end] }: Expected) =>
  start_line <= end && end_line >= start;

/** The citation begins where the text begins, holds its words, and ends on a line that says something of it. */
function citesRight({ text, start_line, end_line }: Requirement, label: Expected, lines: readonly string[]): boolean {
  const cited = lines.slice(start_line - 1, end_line).map(normaliseText);
  const said = new Set(normaliseText(text).split(' '));
  const last = cited.at(-1)?.split(' ') ?? [];
  const begins = start_line === label.lines[0];
  return (
    begins &&
    cited.join(' ').includes(normaliseText(label.contains)) &&
    last.some((word) => said.has(word) || text.includes(word))
  );
}
