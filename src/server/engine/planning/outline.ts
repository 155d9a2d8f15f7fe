import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';

/** Where a task comes in the order of the work. */
export type Bucket = 'first' | 'spine' | 'other' | 'quality' | 'closing' | 'later';
export const BUCKETS: readonly Bucket[] = ['first', 'spine', 'other', 'quality', 'closing', 'later'];

/** A check with every place of the document that says it. */
interface PlannedCheck {
  check: Check;
  /** Others that say the same. */
  also: Check[];
}

/** A task before it is written down. */
export interface Piece {
  title: string;
  /** Where its title stands; its lists and its place follow from it. */
  section: Section;
  checks: PlannedCheck[];
  bucket: Bucket;
  priority: number | null;
  /** The phase that names it, where the document has a schedule: those that come first have the lower number. */
  stage: number | null;
  done: boolean;
  later: boolean;
  isEnabler: boolean;
}

export interface Spine {
  /** The sections that are features; empty where items are. */
  units: ReadonlySet<Section>;
  /** Sections whose labelled items are the features. */
  itemSections: ReadonlySet<Section>;
  isSchedule: boolean;
  /** The parts whose phases hold the features. */
  stageHomes: ReadonlySet<Section | null>;
  weight: number;
  /** How much the next largest family weighs that breaks other work down. */
  rival: number;
  rivalChecks: ReadonlySet<Check>;
}

export function isWithin(section: Section, all: ReadonlySet<Section>): boolean {
  for (let at: Section | null = section; at !== null; at = at.parent) if (all.has(at)) return true;
  return false;
}

/** The nearest of the sections above, or itself, that is called something of these. */
export function nearestNamed(section: Section, names: readonly (Section['name'] | undefined)[]): Section | null {
  for (let at: Section | null = section; at !== null && !at.isTitle; at = at.parent)
    if (names.includes(at.name)) return at;
  return null;
}
