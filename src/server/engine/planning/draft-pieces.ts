import { type Doc, type Section, walkSections } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { findSpine } from './find-spine.ts';
import { type Piece, type Spine, isWithin } from './outline.ts';
import { isRestating, placeRestatements } from './place-restatements.ts';
import { type Shaping, makePiece, shapeSection } from './shape-tasks.ts';
import { headingTitle } from './cut-title.ts';

export interface Drafted {
  pieces: Piece[];
  spine: Spine | null;
}

/** What is asked for as tasks, feature by feature, with what is said twice in one place. */
export function draftPieces(doc: Doc, checks: readonly Check[]): Drafted {
  const spine = findSpine(doc, checks);
  const bySection = Map.groupBy(checks, ({ section }) => section);
  const restated =
    spine === null ? [] : doc.sections.filter((section) => isRestating(section, bySection.get(section) ?? [], spine));
  const apart = new Set(restated);
  const shaping: Shaping = { spine, checksOf: new Map([...bySection].filter(([section]) => !apart.has(section))) };
  const pieces = roots(doc).flatMap((section) => shapeSection(section, shaping));
  if (spine === null) return { pieces, spine };
  for (const piece of pieces)
    if (
      piece.bucket === 'other' &&
      !piece.later &&
      (isWithin(piece.section, spine.units) || spine.itemSections.has(piece.section))
    )
      piece.bucket = 'spine';
  const features = pieces.filter(({ bucket }) => bucket === 'spine');
  const left = placeRestatements(
    restated.flatMap((section) => bySection.get(section) ?? []),
    features,
  );
  pieces.push(...closing(restated, left, spine));
  return { pieces, spine };
}

const roots = ({ sections }: Doc): Section[] => sections.filter(({ parent }) => parent === null);

/** What only the second breakdown says stays under its own heading: whole parts together where they fit. */
function closing(restated: readonly Section[], left: readonly Check[], spine: Spine): Piece[] {
  const checksOf = Map.groupBy(left, ({ section }) => section);
  const apart = new Set(restated);
  const tops = restated.filter(({ parent }) => parent === null || !isWithin(parent, apart));
  return tops.flatMap((section) => {
    const own = [...walkSections(section)].filter((each) => apart.has(each));
    const all = own.flatMap((each) => checksOf.get(each) ?? []);
    if (all.length === 0) return [];
    const named = shapeSection(section, { spine, checksOf });
    const isSmall =
      all.length <= 12 && all.every(({ done, later }) => done === all[0]?.done && later === all[0]?.later);
    const pieces = isSmall ? [makePiece(section, headingTitle(section.heading), all)] : named;
    return pieces.map((piece) => ({ ...piece, bucket: piece.later ? ('later' as const) : ('closing' as const) }));
  });
}
