import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';

/** The position of a task in the order of work. */
export type Bucket = 'first' | 'spine' | 'other' | 'quality' | 'closing' | 'later';
export const BUCKETS: readonly Bucket[] = ['first', 'spine', 'other', 'quality', 'closing', 'later'];

/** A check with all its occurrences in the document. */
interface PlannedCheck {
  check: Check;
  /** Restatements of it. */
  also: Check[];
}

/** A task before it is written. */
export interface Piece {
  title: string;
  /** The section of its title, which determines list and order. */
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
  /** Weight of the second largest breakdown of other work. */
  rival: number;
  rivalChecks: ReadonlySet<Check>;
}

export function isWithin(section: Section, all: ReadonlySet<Section>): boolean {
  for (let at: Section | null = section; at !== null; at = at.parent) if (all.has(at)) return true;
  return false;
}

/** The nearest section, itself or an ancestor, with one of these names. */
export function nearestNamed(section: Section, names: readonly (Section['name'] | undefined)[]): Section | null {
  for (let at: Section | null = section; at !== null && !at.isTitle; at = at.parent)
    if (names.includes(at.name)) return at;
  return null;
}
