import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { nameHeading } from '../reading/name-heading.ts';
import { cutTitle, headingTitle } from './cut-title.ts';
import { areItemsFeatures } from './find-spine.ts';
import { type Piece, type Spine, nearestNamed } from './outline.ts';

/** A section climbs no further than to hold this many. */
const FITS = 8;
/** A feature's own list stays whole up to here. */
const WHOLE_MAX = 24;
/** A list without labels is cut beyond this. */
const FLAT_MAX = 16;
const PART = 8;

export interface Shaping {
  checksOf: ReadonlyMap<Section, readonly Check[]>;
  spine: Spine | null;
}

/** The tasks of a section and all below it: the largest heading that fits, split along sub-headings, then along labels. */
export function shapeSection(section: Section, shaping: Shaping): Piece[] {
  const own = shaping.checksOf.get(section) ?? [];
  if (section.isTitle) return [...shapeOwn(section, own, shaping), ...gather(section, section.children, shaping)];
  const all = underOf(section, shaping);
  if (all.length === 0) return [];
  if (canBeOne(section, all, shaping)) return [makePiece(section, headingTitle(section.heading), all)];
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

function canBeOne(section: Section, all: readonly Check[], shaping: Shaping): boolean {
  if (section.heading === '' || isTaskList(section, shaping)) return false;
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
  return all.length <= (isFeature && section.children.length > 0 ? WHOLE_MAX : FITS);
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

/** Rows with acceptance, and labelled items of a features section, are tasks each. */
function isTaskList(section: Section, { checksOf }: Shaping): boolean {
  const own = checksOf.get(section) ?? [];
  return (
    own.some(({ rowTitle }) => rowTitle !== null) || areItemsFeatures(section, own) || isPriorityList(section, own)
  );
}

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
  const title = headingTitle(section.heading);
  if (own.some(({ rowTitle }) => rowTitle !== null)) return byName(section, own, ({ rowTitle }) => rowTitle);
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

/** Each name its own task; what has none stays with the heading. */
function byName(section: Section, own: readonly Check[], nameOf: (check: Check) => string | null): Piece[] {
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

/** Labels with several checks are tasks; single ones fold into the label before them, or into the heading. */
const isNamed = (label: string | null): boolean => label !== null && nameHeading(label) !== null;

function byLabel(section: Section, own: readonly Check[]): Piece[] {
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
    // "Acceptance criteria" or "States" is never a task: it belongs to what it is of.
    const isSmall = run.checks.length < 3 || (run.label !== null && nameHeading(run.label) !== null);
    if (
      last !== undefined &&
      (isSmall || last.checks.length < 3) &&
      last.checks.length + run.checks.length <= (isNamed(run.label) ? WHOLE_MAX : FITS)
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
            label === null || isNamed(label) || (i === 0 && label.length < 3)
              ? titleFor(section, checks)
              : cutTitle(label),
            checks,
          ),
        ],
  );
}

/** Consecutive parts of a long flat list; only the first may bear the heading's name. */
function cutFlat(section: Section, own: readonly Check[]): Piece[] {
  const count = Math.ceil(own.length / PART);
  const size = Math.ceil(own.length / count);
  const parts = Array.from({ length: count }, (_, i) => own.slice(i * size, (i + 1) * size)).filter(
    (part) => part.length > 0,
  );
  return parts.map((part, i) =>
    makePiece(
      section,
      i === 0 ? titleFor(section, part) : cutTitle(part[0]?.name ?? part[0]?.text ?? section.heading),
      part,
    ),
  );
}

/** Sub-sections one by one; those with a single check are strays, and are gathered under the parent. */
function gather(section: Section, children: readonly Section[], shaping: Shaping): Piece[] {
  const pieces: Piece[] = [];
  let strays: Check[] = [];
  const flush = () => {
    if (strays.length === 0) return;
    const [first] = strays;
    const isLone = strays.length === 1 || section.isTitle;
    if (isLone)
      for (const stray of strays)
        pieces.push(makePiece(stray.section, headingTitle(stray.section.heading) || cutTitle(stray.text), [stray]));
    else if (first !== undefined) pieces.push(makePiece(section, headingTitle(section.heading), strays));
    strays = [];
  };
  for (const child of children) {
    const all = underOf(child, shaping);
    const [first] = all;
    const isStray =
      all.length === 1 && first !== undefined && first.rowTitle === null && child.unit === null && child.id === null;
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

const titleFor = (section: Section, checks: readonly Check[]): string =>
  (section.isTitle ? '' : headingTitle(section.heading)) ||
  cutTitle(checks[0]?.label ?? checks[0]?.name ?? checks[0]?.text ?? '');

export function makePiece(section: Section, title: string, checks: readonly Check[]): Piece {
  const priority = checks.reduce((least, check) => Math.min(least, check.priority ?? least), Number.POSITIVE_INFINITY);
  return {
    title: title === '' ? cutTitle(checks[0]?.text ?? '') : title,
    section,
    checks: checks.map((check) => ({ check, also: [] })),
    bucket: bucketOf(section, checks),
    priority: priority === Number.POSITIVE_INFINITY ? null : priority,
    done: checks.every(({ done }) => done),
    later: checks.length > 0 && checks.every(({ later, done }) => later && !done),
    isEnabler: false,
  };
}

function bucketOf(section: Section, checks: readonly Check[]): Piece['bucket'] {
  if (checks.length > 0 && checks.every(({ later }) => later)) return 'later';
  const named = nearestNamed(section, ['quality', 'restate', 'data', 'setup', 'work']);
  if (named?.name === 'work') return 'other';
  if (named?.name === 'quality') return 'quality';
  if (named?.name === 'restate') return 'closing';
  // "Data" alone may be anything; a model, a schema or a table of fields comes first.
  if (
    named?.name === 'data' &&
    !MODEL.test(named.heading) &&
    checks.every(({ kind }) => kind !== 'table' && kind !== 'code')
  )
    return 'other';
  return named === null ? 'other' : 'first';
}

const MODEL = /model|schema|entit|database|daten|table|veritaban|базы|模型|数据库|データ|모델/iu;
