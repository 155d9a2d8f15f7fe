import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { countWords } from '../reading/judge-words.ts';
import { facetName } from '../reading/find-units.ts';
import { nameHeading } from '../reading/name-heading.ts';
import { cutTitle, headingTitle } from './cut-title.ts';
import { cutApart } from './cut-apart.ts';
import { runsOf } from './find-runs.ts';
import { firstWords, makePiece } from './make-piece.ts';
import type { Piece } from './outline.ts';

/** A section is not merged upwards beyond this many checks. */
export const FITS = 8;
/** A feature's own list stays whole up to here. */
export const WHOLE_MAX = 24;
/** Facets of one unit have no usable titles, so they stay together a little longer. */
export const UNIT_MAX = 32;
/** A list without labels is split beyond this. */
export const FLAT_MAX = 16;
const PART = 12;

/** One task per name; unnamed checks stay with the heading. */
export function byName(section: Section, own: readonly Check[], nameOf: (check: Check) => string | null): Piece[] {
  const groups = new Map<string, Check[]>();
  for (const check of own) {
    const name = nameOf(check) ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [check]);
    else group.push(check);
  }
  return [...groups].map(([name, checks]) =>
    makePiece(section, name === '' ? titleFor(section, checks) : cutTitle(name), checks),
  );
}

/** A longer lead-in is a sentence and no name. */
const LABEL_WORDS = 8;

/** "Acceptance criteria", "States" and recurring labels are parts of a feature, never the name of a task. */
const canName = (section: Section, label: string | null): boolean =>
  label !== null &&
  nameHeading(label) === null &&
  !section.facetLabels.has(facetName(label)) &&
  countWords(label) <= LABEL_WORDS;

/** Labels with several checks become tasks; single ones are merged into the previous label, or the heading. */
export function byLabel(section: Section, own: readonly Check[]): Piece[] {
  const runs: { label: string | null; checks: Check[] }[] = [];
  for (const check of own) {
    const last = runs.at(-1);
    if (last !== undefined && last.label === check.label) last.checks.push(check);
    else runs.push({ label: check.label, checks: [check] });
  }
  if (own.length <= WHOLE_MAX && runs.filter(({ checks }) => checks.length >= 3).length < 2)
    return [makePiece(section, titleFor(section, own), own)];
  const pieces: { label: string | null; checks: Check[] }[] = [];
  for (const run of runs) {
    const last = pieces.at(-1);
    const isName = canName(section, run.label);
    const isSmall = run.checks.length < 3 || (run.label !== null && !isName);
    if (
      last !== undefined &&
      (isSmall || last.checks.length < 3) &&
      last.checks.length + run.checks.length <= (run.label === null || isName ? FITS : WHOLE_MAX)
    )
      last.checks.push(...run.checks);
    else pieces.push({ label: run.label, checks: [...run.checks] });
  }
  return pieces.flatMap(({ label, checks }, i) =>
    checks.length > WHOLE_MAX
      ? cutFlat(section, checks)
      : [
          makePiece(
            section,
            label === null || !canName(section, label) || (i === 0 && label.length < 3)
              ? titleFor(section, checks)
              : cutTitle(label),
            checks,
          ),
        ],
  );
}

/**
 * Splits a long flat list into consecutive parts, by ids, prefixes or roles where it has any. Unnamed parts are titled
 * by their first words, since the heading would not distinguish them.
 */
export function cutFlat(section: Section, own: readonly Check[]): Piece[] {
  const parts = runsOf(own).flatMap(({ name, checks }) => {
    const count = Math.ceil(checks.length / (checks.length > FLAT_MAX ? PART : FLAT_MAX));
    return cutApart(checks, count).map((part) => ({ name, part }));
  });
  return parts.map(({ name, part }, i) => {
    const begin = firstWords(part);
    // A title that is the whole of a check takes its place; the first part can do without.
    const isWhole = parts.length === 1 || (i === 0 && begin === part[0]?.text);
    const title = isWhole ? titleFor(section, part) : begin;
    return makePiece(section, name === null ? title : cutTitle(name), part);
  });
}

/** The title of the document names no task, unless there is no other heading to be of. */
export const titleFor = (section: Section, checks: readonly Check[]): string =>
  (section.isTitle && section.children.length > 0 ? '' : headingTitle(section.heading)) || firstWords(checks);
