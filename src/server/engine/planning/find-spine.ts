import { type Doc, type Section, walkSections } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { homesOfStages, isScheduled } from './find-schedule.ts';
import { areItemsFeatures, countIds } from './item-features.ts';
import { type Spine, nearestNamed } from './outline.ts';

interface Family {
  units: Section[];
  itemSections: Section[];
  checks: Set<Check>;
  weight: number;
  isSchedule: boolean;
}

const SCHEDULE_SHARE = 0.75;
const MIN_UNITS = 2;

/** The largest family of sibling units by what they ask for; ids and facets count more. Null where nothing breaks the work down. */
export function findSpine(doc: Doc, checks: readonly Check[]): Spine | null {
  const bySection = Map.groupBy(checks, ({ section }) => section);
  const under = (section: Section): Check[] => [...walkSections(section)].flatMap((each) => bySection.get(each) ?? []);
  const families = [...sectionFamilies(doc), ...childFamilies(doc)]
    .map((units) => weigh(units, under))
    .concat(topFamilies(doc).map((units) => lighten(weigh(units, under))))
    .concat(itemFamilies(doc, bySection))
    .filter(
      ({ units, itemSections, checks: own }) => (units.length >= MIN_UNITS || itemSections.length > 0) && own.size >= 4,
    );
  families.sort((a, b) => b.weight - a.weight);
  const [heaviest] = families;
  if (heaviest === undefined) return null;
  const best = (heaviest.isSchedule ? findRicher(families, heaviest) : undefined) ?? heaviest;
  const rival = families.find((other) => other !== best && !other.isSchedule && isApart(best.checks, other.checks));
  return {
    units: new Set(best.units),
    itemSections: new Set(best.itemSections),
    isSchedule: best.isSchedule,
    stageHomes: homesOfStages(best.units),
    weight: best.weight,
    rival: rival?.weight ?? 0,
    rivalChecks: rival?.checks ?? new Set(),
  };
}

/** Features under a name that says so, each as much as a phase of the schedule: they break the work down, it orders them. */
function findRicher(families: readonly Family[], schedule: Family): Family | undefined {
  const all = [...schedule.checks];
  // Where the phases are ticked off, they say what is left to do.
  if (all.some(({ done }) => done)) return undefined;
  const perStretch = all.length / new Set(all.map(({ section }) => section)).size;
  return families.find(
    ({ units, checks, isSchedule }) =>
      !isSchedule &&
      units.length >= FEATURES_MIN &&
      checks.size * 2 >= all.length &&
      checks.size / units.length >= perStretch - 1 &&
      units.every((unit) => !isScheduled(unit) && nearestNamed(unit, ['work']) !== null) &&
      isApart(schedule.checks, checks),
  );
}

const FEATURES_MIN = 3;

const canHold = (section: Section): boolean =>
  !section.isTitle &&
  section.role !== 'context' &&
  section.role !== 'limit' &&
  nearestNamed(section, ['quality', 'context', 'limit', 'data', 'restate']) === null;

/** Units that count up or carry ids, and features with the same facets: cousins belong together. */
function sectionFamilies(doc: Doc): Section[][] {
  const able = doc.sections.filter((section) => canHold(section) && !section.isFacet);
  const units = Map.groupBy(
    able.filter(({ unit }) => unit !== null),
    ({ unit, level }) => `${unit} ${level}`,
  );
  const facets = Map.groupBy(
    able.filter(({ hasFacets }) => hasFacets),
    // Features and the phases they are delivered in may have the same labels: they are two breakdowns.
    (section) => `facets ${section.level} ${isScheduled(section)}`,
  );
  return [...units.values(), ...facets.values()];
}

/** The sub-sections of one part. */
function childFamilies(doc: Doc): Section[][] {
  return doc.sections
    .filter((section) => canHold(section) && section.children.length >= MIN_UNITS && !section.hasFacets)
    .map(({ children }) => children.filter((child) => canHold(child) && !child.isFacet && child.name !== 'later'));
}

/** Parts of the document that are features by their structure, where no heading gathers them. */
function topFamilies(doc: Doc): Section[][] {
  const tops = doc.sections.filter(({ parent, isTitle }) => !isTitle && (parent === null || parent.isTitle));
  const plain = tops.filter(
    (section) => canHold(section) && section.name === null && section.role === 'work' && section.unit === null,
  );
  return plain.length >= TOP_MIN ? [plain] : [];
}

const TOP_MIN = 4;
/** A heading that gathers features says more than their standing beside each other. */
const lighten = (family: Family): Family => ({ ...family, weight: family.weight * 0.7 });

function weigh(units: Section[], under: (section: Section) => Check[]): Family {
  const own = new Set<Check>();
  let weight = 0;
  const filled = units.filter((unit) => {
    const found = under(unit);
    for (const check of found) own.add(check);
    if (unit.id !== null) weight += 2;
    if (unit.hasFacets) weight += 2;
    return found.length > 0;
  });
  for (const check of own) weight += check.authorId === null ? 1 : 1.5;
  const isSchedule = filled.some(isScheduled);
  return {
    units: filled,
    itemSections: [],
    checks: own,
    weight: isSchedule ? weight * SCHEDULE_SHARE : weight,
    isSchedule,
  };
}

/** Items with a label of their own in a section of features. */
function itemFamilies(doc: Doc, bySection: ReadonlyMap<Section, Check[]>): Family[] {
  return doc.sections.flatMap((section) => {
    const own = bySection.get(section) ?? [];
    if (!areItemsFeatures(section, own) || !canHold(section)) return [];
    // What must be there says of itself that it is the work.
    const weight = own.length * (section.priority === 0 ? 1.5 : 1.2) + countIds(own) * ID_WEIGHT;
    return [{ units: [], itemSections: [section], checks: new Set(own), weight, isSchedule: false }];
  });
}

/** An id makes an item a unit as it does a heading. */
const ID_WEIGHT = 2;

/** Another breakdown, of what the first does not hold. */
function isApart(first: ReadonlySet<Check>, other: ReadonlySet<Check>): boolean {
  let shared = 0;
  for (const check of other) if (first.has(check)) shared += 1;
  return shared < other.size * 0.2;
}
