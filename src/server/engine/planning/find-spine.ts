import { type Doc, type Section, walkSections } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { type Spine, nearestNamed } from './outline.ts';

interface Family {
  units: Section[];
  itemSections: Section[];
  checks: Set<Check>;
  weight: number;
  isSchedule: boolean;
}

/** Days and sprints order the work; phases may also be the only breakdown there is. */
const SCHEDULE_UNIT =
  /^(?:word )?(?:week|day|sprint|month|milestone|woche|tag|semaine|jour|semana|dia|día|tydzień|hafta|gün|недел|день|周|天|週)/iu;
const SCHEDULE = /^(?:word )?(?:phase|stage|drop|release|iteration|step|faz|fase|etap|etapa|этап|期|阶|階|단계)/iu;
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
  const [best] = families;
  if (best === undefined) return null;
  const rival = families.find((other) => other !== best && !other.isSchedule && isApart(best, other));
  return {
    units: new Set(best.units),
    itemSections: new Set(best.itemSections),
    isSchedule: best.isSchedule,
    weight: best.weight,
    rival: rival?.weight ?? 0,
  };
}

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
    ({ level }) => `facets ${level}`,
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
  const isDays = filled.some(({ unit }) => unit !== null && SCHEDULE_UNIT.test(unit));
  const isSchedule =
    isDays ||
    filled.some(
      (unit) => (unit.unit !== null && SCHEDULE.test(unit.unit)) || nearestNamed(unit, ['schedule']) !== null,
    );
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
    return [{ units: [], itemSections: [section], checks: new Set(own), weight: own.length * 1.2, isSchedule: false }];
  });
}

/** Three or more items of a part of the document, most of them with a label in front of running words. */
export function areItemsFeatures(
  { name, heading, hasFacets, parent, unit, children }: Section,
  own: readonly Check[],
): boolean {
  if (hasFacets || unit !== null || own.length < 3 || children.length > 1) return false;
  const named = new Set(
    own.flatMap(
      (check) => check.group ?? (check.name !== null && check.text.length > check.name.length + 25 ? check.name : []),
    ),
  );
  const isFeatures =
    name === 'work' ||
    name === 'later' ||
    /feature|funktion|fonctionnal|funcional|功能|機能|기능|must|should|could/iu.test(heading);
  return (
    isFeatures &&
    named.size >= 3 &&
    (parent === null || parent.isTitle || parent.children.filter((each) => each.role === 'work').length < 2) &&
    own.filter(({ name: label, group }) => label !== null || group !== null).length >= own.length * 0.6
  );
}

/** Another breakdown, of what the first does not hold. */
function isApart(best: Family, other: Family): boolean {
  let shared = 0;
  for (const check of other.checks) if (best.checks.has(check)) shared += 1;
  return shared < other.checks.size * 0.2;
}
