import type { Doc, Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { closeRestatements } from './close-restatements.ts';
import { isScheduled } from './find-schedule.ts';
import { findSpine } from './find-spine.ts';
import { type Piece, type Spine, isWithin } from './outline.ts';
import { orderStages } from './order-stages.ts';
import { pairFamilies } from './pair-families.ts';
import { isInSpineStage, isRestating, placeRestatements } from './place-restatements.ts';
import { type Shaping, shapeSection } from './shape-tasks.ts';

export interface Drafted {
  pieces: Piece[];
  spine: Spine | null;
}

/** Requirements as tasks, feature by feature, with restatements merged. */
export function draftPieces(doc: Doc, checks: readonly Check[]): Drafted {
  const spine = findSpine(doc, checks);
  const bySection = Map.groupBy(checks, ({ section }) => section);
  const restated =
    spine === null
      ? []
      : doc.sections.filter((section) => !section.isTitle && isRestating(section, bySection.get(section) ?? [], spine));
  const apart = new Set(restated);
  const checksOf = new Map([...bySection].filter(([section]) => !apart.has(section)));
  const shaping: Shaping = { spine, checksOf, apart };
  const pieces = roots(doc).flatMap((section) => shapeSection(section, shaping));
  if (spine === null) {
    closeSchedule(pieces);
    return { pieces, spine };
  }
  for (const piece of pieces)
    if (
      piece.bucket === 'other' &&
      !piece.later &&
      (isWithin(piece.section, spine.units) ||
        spine.itemSections.has(piece.section) ||
        isInSpineStage(piece.section, spine))
    )
      piece.bucket = 'spine';
  const features = pieces.filter(({ bucket }) => bucket === 'spine');
  const left = placeRestatements(
    restated.flatMap((section) => bySection.get(section) ?? []),
    features,
  );
  orderStages(doc, features);
  pieces.push(...closeRestatements(restated, left, { spine, pieces }));
  return { pieces: pairFamilies(pieces), spine };
}

/** Without a breakdown, a schedule with the smaller part of the work comes after what it refers to. */
function closeSchedule(pieces: readonly Piece[]): void {
  const stages = pieces.filter(({ bucket, section }) => bucket === 'other' && isScheduled(section));
  const count = (all: readonly Piece[]) => all.reduce((sum, { checks }) => sum + checks.length, 0);
  if (count(stages) * 2 >= count(pieces)) return;
  for (const piece of stages) piece.bucket = 'closing';
}

const roots = ({ sections }: Doc): Section[] => sections.filter(({ parent }) => parent === null);
