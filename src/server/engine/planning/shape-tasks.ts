import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { nameHeading } from '../reading/name-heading.ts';
import { cutTitle, headingTitle } from './cut-title.ts';
import { areItemsFeatures, areNumbered } from './item-features.ts';
import { makePiece } from './make-piece.ts';
import type { Piece, Spine } from './outline.ts';
import { FITS, FLAT_MAX, UNIT_MAX, WHOLE_MAX, byLabel, byName, cutFlat, titleFor } from './split-section.ts';

export interface Shaping {
  checksOf: ReadonlyMap<Section, readonly Check[]>;
  spine: Spine | null;
  /** Sections whose checks were taken out: what is left beside them keeps its own name. */
  apart: ReadonlySet<Section>;
}

/** The tasks of a section and all below it: the largest heading that fits, split along sub-headings, then along labels. */
export function shapeSection(section: Section, shaping: Shaping): Piece[] {
  const own = shaping.checksOf.get(section) ?? [];
  if (section.isTitle) return [...shapeOwn(section, own, shaping), ...gather(section, section.children, shaping)];
  const all = underOf(section, shaping);
  if (all.length === 0) return [];
  if (canBeOne(section, all, shaping)) return [makePiece(section, headingTitle(soleHome(section, all).heading), all)];
  const facets = section.children.filter(({ isFacet }) => isFacet);
  // A facet with sub-sections of its own ("Features" under each epic) only gathers them.
  const others = section.children.flatMap((child) => (child.isFacet ? child.children : [child]));
  const folded = [...own, ...facets.flatMap((facet) => shaping.checksOf.get(facet) ?? [])];
  return [...shapeOwn(section, folded, shaping), ...gather(section, others, shaping)];
}

function underOf(section: Section, { checksOf }: Pick<Shaping, 'checksOf'>): Check[] {
  const all = [...(checksOf.get(section) ?? [])];
  for (const child of section.children) for (const check of underOf(child, { checksOf })) all.push(check);
  return all;
}

/** A part with work in one of its sub-sections only is called like that one, where it has a name of its own. */
function soleHome(section: Section, [first, ...rest]: readonly Check[]): Section {
  const { name, unit, id, hasFacets } = section;
  if (first === undefined || unit !== null || id !== null || hasFacets || name === 'data' || name === 'setup')
    return section;
  const { section: home } = first;
  const canName = !home.isFacet && home.heading !== '' && nameHeading(home.heading) === null;
  return canName && rest.every((check) => check.section === home) ? home : section;
}

function canBeOne(section: Section, all: readonly Check[], shaping: Shaping): boolean {
  if (section.heading === '' || isTaskList(section, shaping)) return false;
  if (section.children.some((child) => shaping.apart.has(child) || areUnits(child, shaping))) return false;
  if (!isEven(all)) return false;
  const units = section.children.filter((child) => child.unit !== null && underOf(child, shaping).length > 1);
  if (units.length > 0) return false;
  if (
    section.children.some(
      (child) =>
        child.unit === null &&
        shaping.spine?.units.has(child) === true &&
        underOf(child, shaping).length > 1 &&
        all.length > FITS / 2,
    )
  )
    return false;
  const isFeature = section.children.every(({ isFacet, children }) => isFacet && children.length === 0);
  if (isFeature && section.children.length > 0) return all.length <= WHOLE_MAX;
  return all.length <= (isUnitOfFacets(section, all) ? UNIT_MAX : FITS);
}

/** A feature that is told by its facets for the most part: its acceptance is of no use without the rest of it. */
function isUnitOfFacets({ unit, hasFacets, children }: Section, all: readonly Check[]): boolean {
  if (unit === null || !hasFacets || children.some((child) => child.children.length > 0)) return false;
  const facets = new Set(children.filter(({ isFacet }) => isFacet));
  return facets.size > 1 && all.filter(({ section }) => facets.has(section)).length * 5 >= all.length * 2;
}

/** Now and later, and what has different priorities, are never one task; nor is a finished section with open ones. */
function isEven(checks: readonly Check[]): boolean {
  const [first] = checks;
  if (first === undefined) return true;
  return (
    checks.every(
      ({ later, section, priority }) =>
        later === first.later && (section === first.section || priority === first.priority),
    ) && isEvenlyDone(checks)
  );
}

function isEvenlyDone(checks: readonly Check[]): boolean {
  const states = new Map<Section, boolean>();
  for (const { section, done } of checks) states.set(section, (states.get(section) ?? true) && done);
  return new Set(states.values()).size < 2;
}

/** Features with ids are tasks each, however few stand under the heading above their list. */
function areUnits(section: Section, { checksOf }: Shaping): boolean {
  const own = checksOf.get(section) ?? [];
  return areNumbered(own) && areItemsFeatures(section, own);
}

/** Rows with acceptance, and labelled items of a features section, are tasks each. */
function isTaskList(section: Section, { checksOf }: Shaping): boolean {
  const own = checksOf.get(section) ?? [];
  return (
    (own.some(({ rowTitle }) => rowTitle !== null) && !areRowsParts(section, checksOf)) ||
    (areItemsFeatures(section, own) && !(section.isLater && own.every(({ group }) => group === null))) ||
    isPriorityList(section, own)
  );
}

/** Rows of a few words each in one of several such tables side by side: the headings over the tables are the features. */
function areRowsParts({ parent }: Section, checksOf: Shaping['checksOf']): boolean {
  if (parent === null || parent.isTitle || parent.children.length > TABLES_MAX) return false;
  const tables = parent.children
    .map((each) => (checksOf.get(each) ?? []).filter(({ rowTitle }) => rowTitle !== null))
    .filter(({ length }) => length > 0);
  return tables.length > 1 && tables.flat().every(({ text }) => text.length <= ROW_MAX);
}

const ROW_MAX = 80;
/** Each of them asks for all of its siblings. */
const TABLES_MAX = 100;

/** Bold labels under "Must have" or "P0" are features, not parts of one. */
const isPriorityList = ({ heading, hasFacets }: Section, own: readonly Check[]): boolean =>
  PRIORITY_NAME.test(heading) &&
  !hasFacets &&
  new Set(own.map(({ label }) => label)).size > 1 &&
  own.every(({ label }) => label !== null);
const PRIORITY_NAME = /^(?:P[0-4]|must|should|could|nice to have|critical|high|medium|low)(?![\p{L}\d])/iu;

function shapeOwn(section: Section, own: readonly Check[], shaping: Shaping): Piece[] {
  if (own.length === 0) return [];
  const parts = [own.filter(({ later, done }) => !later || done), own.filter(({ later, done }) => later && !done)];
  return parts.flatMap((checks) => (checks.length === 0 ? [] : shapeEven(section, checks, shaping)));
}

function shapeEven(section: Section, own: readonly Check[], shaping: Shaping): Piece[] {
  const title = titleFor(section, own);
  if (own.some(({ rowTitle }) => rowTitle !== null) && !areRowsParts(section, shaping.checksOf))
    return byName(section, own, ({ rowTitle }) => rowTitle);
  if (isPriorityList(section, own)) return byName(section, own, ({ label }) => label);
  if (isTaskList(section, shaping)) return byName(section, own, ({ group, name }) => group ?? name);
  if (own.length <= FITS) return [makePiece(section, title, own)];
  const labels = new Set(own.map(({ label }) => label));
  // Labels that recur under its siblings are facets of the feature, never tasks.
  if (section.hasFacets && own.length <= WHOLE_MAX) return [makePiece(section, title, own)];
  if (labels.size > 1 && own.length > FITS) return byLabel(section, own);
  if (own.length <= (labels.size > 1 ? WHOLE_MAX : FLAT_MAX) && section.heading !== '')
    return [makePiece(section, title, own)];
  return cutFlat(section, own);
}

/** Where most of its siblings are tasks of several checks, a heading names a task though it asks for one thing only. */
function areMostlyTasks(children: readonly Section[], shaping: Shaping): boolean {
  const sizes = children.map((child) => underOf(child, shaping).length).filter((size) => size > 0);
  return sizes.filter((size) => size > 1).length * 2 >= sizes.length;
}

/** Sub-sections one by one; those with a single check are strays, and are gathered under the parent. */
function gather(section: Section, children: readonly Section[], shaping: Shaping): Piece[] {
  const pieces: Piece[] = [];
  let strays: Check[] = [];
  const areTasks = areMostlyTasks(children, shaping);
  const flush = () => {
    if (strays.length === 0) return;
    const [first] = strays;
    const isLone = strays.length === 1 || section.isTitle || areTasks;
    if (isLone)
      for (const stray of strays)
        pieces.push(makePiece(stray.section, headingTitle(stray.section.heading) || cutTitle(stray.text), [stray]));
    else if (first !== undefined) pieces.push(makePiece(section, headingTitle(section.heading), strays));
    strays = [];
  };
  for (const child of children) {
    const all = underOf(child, shaping);
    const [first] = all;
    const isFeature = child.unit !== null || child.id !== null || child.hasFacets;
    const isStray = all.length === 1 && first !== undefined && first.rowTitle === null && !isFeature;
    if (isStray && (strays.length === 0 || isEven([...strays, first])) && strays.length < FITS) strays.push(first);
    else {
      if (isStray) flush();
      if (isStray) strays.push(first);
      else {
        flush();
        pieces.push(...shapeSection(child, shaping));
      }
    }
  }
  flush();
  return pieces;
}
