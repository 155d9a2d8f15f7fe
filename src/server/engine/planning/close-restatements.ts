import { type Section, walkSections } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { cutTitle, headingTitle } from './cut-title.ts';
import { isScheduled } from './find-schedule.ts';
import { type Piece, type Spine, isWithin } from './outline.ts';
import { setsUp } from './sets-up.ts';
import { makePiece } from './make-piece.ts';
import { shapeSection } from './shape-tasks.ts';

/** Leftovers up to this many checks are one task. */
const ONE_MAX = 16;

/** What only the second breakdown says stays under its own heading, merged into whole sections where they fit. */
export function closeRestatements(
  restated: readonly Section[],
  left: readonly Check[],
  { spine, pieces }: { spine: Spine; pieces: readonly Piece[] },
): Piece[] {
  const isSetUp = pieces.some(({ title, bucket }) => (bucket === 'first' || bucket === 'spine') && setsUp(title));
  const apart = new Set(restated);
  const tops = liftTops(
    restated.filter(({ parent }) => parent === null || !isWithin(parent, apart)),
    { spine, pieces },
  );
  const bySection = Map.groupBy(left, ({ section }) => section);
  return tops.flatMap((section) => {
    const own = [...walkSections(section)].filter((each) => apart.has(each));
    const all = own.flatMap((each) => bySection.get(each) ?? []);
    const first = !isSetUp && isScheduled(section) ? firstOf(own, all) : [];
    const rest = new Set(all).difference(new Set(first.flatMap(({ checks }) => checks.map(({ check }) => check))));
    return [...first, ...closeOne(section, [...rest], spine)];
  });
}

/** Phases of a section without other work are merged under its name. */
function liftTops(tops: readonly Section[], { spine, pieces }: { spine: Spine; pieces: readonly Piece[] }): Section[] {
  const busy = new Set<Section>();
  for (const { section } of pieces)
    for (let at: Section | null = section; at !== null && !busy.has(at); at = at.parent) busy.add(at);
  const siblings = Map.groupBy(tops, ({ parent }) => parent);
  return [...siblings].flatMap(([parent, own]) => {
    const canLift = parent !== null && !parent.isTitle && !busy.has(parent) && !isWithin(parent, spine.units);
    return canLift && own.length > 1 && own.every(isScheduled) ? [parent] : own;
  });
}

/** A schedule's first phase that sets the project up comes first. */
function firstOf(stages: readonly Section[], left: readonly Check[]): Piece[] {
  const [opening] = left;
  if (opening === undefined || opening.later || opening.done || opening.kind === 'sentence') return [];
  const stage = stages.findLast((each) => isUnder(opening.section, each) && setsUp(each.heading));
  const label = opening.label !== null && setsUp(opening.label) ? opening.label : null;
  const own = left.filter(({ section, label: over, done, later, text }) => {
    if (done || later) return false;
    if (stage !== undefined) return isUnder(section, stage);
    return section === opening.section && (label === null ? setsUp(text) : over === label);
  });
  const [check] = own;
  if (check === undefined || own.length > ONE_MAX) return [];
  // A single leftover line is no first phase.
  if (stage !== undefined && own.length === 1) return [];
  const home = stage ?? opening.section;
  const title = stage === undefined ? cutTitle(label ?? check.text) : headingTitle(stage.heading);
  return [{ ...makePiece(home, title, own), bucket: 'first' }];
}

function closeOne(section: Section, left: readonly Check[], spine: Spine): Piece[] {
  if (left.length === 0) return [];
  const isOne =
    left.length <= ONE_MAX && left.every(({ done, later }) => done === left[0]?.done && later === left[0]?.later);
  // Leftovers of one part are named after it.
  const home = left.every((check) => check.section === left[0]?.section) ? (left[0]?.section ?? section) : section;
  const pieces = isOne
    ? [makePiece(home, headingTitle(home.heading), left)]
    : shapeSection(section, { spine, checksOf: Map.groupBy(left, (check) => check.section), apart: new Set() });
  return pieces.map((piece) => ({ ...piece, bucket: piece.later ? ('later' as const) : ('closing' as const) }));
}

function isUnder(section: Section, above: Section): boolean {
  for (let at: Section | null = section; at !== null; at = at.parent) if (at === above) return true;
  return false;
}
