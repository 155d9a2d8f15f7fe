import type { PrdRole, RoleReason } from '#contract/requirement.ts';
import { type Doc, type HeadingClass, type Section, walkSections } from './document.ts';
import { markDone, markFronts, saysDone } from './find-done.ts';
import { REQUIREMENTS } from './heading-patterns.ts';
import { areFacetsContext, hasContent, isInsideName, isWorkByStructure } from './judge-structure.ts';
import { isBuilt, isPriced } from './judge-tables.ts';
import { leansToWork, nameHeading } from './name-heading.ts';
import { priorityIn, priorityOfItem } from './read-priority.ts';
import { readTables } from './read-tables.ts';
import { settleSections } from './settle-sections.ts';

export { priorityIn, priorityOfItem };

interface Verdict {
  role: PrdRole | null;
  reason: RoleReason;
}

const LATER_TAG =
  /[([（](?:[^()[\]（）]*(?<!\p{L}))?(?:future|later|post[- ]?mvp|post[- ]?launch|post[- ]?v1|stretch|optional|nice[- ]to[- ]have|v2(?:\.\d)?\+?|v3|phase 2\+|next (?:release|version)|could|deferred|zukunft|später|futuro|opcional|gelecek|未来|二期|将来|향후)(?!\p{L})/iu;
const LATER_NAME =
  /(?<!\p{L})(?:nice[- ]to[- ]haves?|could[- ]haves?|future (?:considerations?|work|enhancements?|improvements?|features?|ideas?|scope)|(?:after|post|beyond|non|nach dem|après le|después del|depois do|após o|po|после)[- ]mvp|mvp sonrası)(?!\p{L})|非\s*mvp|mvp\s*(?:이후|之后|之後|以后|以降)|后续迭代|後續迭代/iu;
const FIRST_VERSION = /^v(?:ersion)?\s?[01](?:\.\d+)?(?!\d)/iu;
const NEXT_VERSION = /^v(?:ersion)?\s?[2-9](?:\.\d+)?(?!\d)/iu;
/** Numbered sections of these kinds are context. */
const CONTEXT_UNIT =
  /^(?:word )?(?:persona|risk|question|competitor|assumption|goal|objective|metric|option|example|appendix|scenario|hypothesis|theme|insight|problem|pain|stakeholder|journey|act|user|q|r|kpi|okr)s?$/iu;

/** Classifies every section by name and structure; descendants inherit. */
export function judgeSections(doc: Doc): void {
  const version = Number(/(?<![\p{L}\d])v(\d{1,2})(?!\d)/iu.exec(doc.title?.raw ?? '')?.[1] ?? 0);
  for (const section of doc.sections) {
    section.name = section.isTitle ? null : nameOf(section);
    section.isDone = saysDone(section);
    section.isLater =
      (section.parent?.isLater ?? false) ||
      (!section.isTitle &&
        (section.name === 'later' ||
          LATER_TAG.test(withoutVersion(section.raw, version)) ||
          LATER_NAME.test(section.raw) ||
          (version < 2 && isNextVersion(section))));
    section.priority = section.isTitle ? null : (priorityIn(section.raw) ?? section.parent?.priority ?? null);
  }
  markFronts(doc.sections);
  readTables(doc);
  for (const section of doc.sections) if (section.parent === null) judge(section, { role: null, reason: 'no_sign' });
  settleSections(doc.sections);
  markDone(doc);
}

/** "v2" beside "v1". */
const isNextVersion = ({ heading, parent }: Section): boolean =>
  NEXT_VERSION.test(heading) && (parent?.children.some((each) => FIRST_VERSION.test(each.heading)) ?? false);

/** The version the document itself is about is not a later one. */
const withoutVersion = (raw: string, version: number): string =>
  version < 2
    ? raw
    : raw.replace(/(?<![\p{L}\d])v(\d{1,2})(?:\.\d+)*(?![\d+])/giu, (tag, own) => (Number(own) <= version ? '' : tag));

/** "Phase 3: Performance" is a phase, whatever its topic; only exclusions count. */
function nameOf({ heading, unit }: Section): HeadingClass | null {
  const name = nameHeading(heading);
  return unit === null || name === 'context' || name === 'limit' || name === 'later' || name === 'done' ? name : null;
}

function judge(section: Section, inherited: Verdict): void {
  const verdict = verdictOn(section, inherited);
  section.role = verdict.role;
  section.reason = verdict.reason;
  const down = section.isTitle || section.name === 'mixed' ? { role: null, reason: 'no_sign' as const } : verdict;
  const passed = down.role === 'unsure' ? { role: null, reason: 'no_sign' as const } : down;
  for (const child of section.children) judge(child, passed);
}

function verdictOn(section: Section, inherited: Verdict): Verdict {
  const { setRole, name, heading, isTitle, isFacet } = section;
  if (setRole !== null) return { role: setRole.role, reason: 'set' };
  if (isTitle) return { role: null, reason: 'title' };
  if (section.isDone) return { role: 'done', reason: 'done_section' };
  if (inherited.role === 'work' || inherited.role === 'done') {
    if (isInsideName(heading)) return { role: 'context', reason: 'context_name' };
    if (name === 'limit') return { role: 'limit', reason: 'limit_name' };
    return { role: inherited.role, reason: isFacet ? 'facet' : section.unit === null ? 'section_work' : 'unit' };
  }
  if (inherited.role === 'context' || inherited.role === 'limit') return verdictBelowLimit(section, inherited);
  return verdictOnName(section) ?? verdictOnStructure(section);
}

/** Overview sections may contain requirements; risks or metrics never do. */
const WHOLE =
  /(?<!\p{L})(?:overview|introduction|summary|description|appendix|appendices|überblick|übersicht|einleitung|einführung|anhang|introducción|introdução|anexos?|annexes?|présentation|panoramica|przegląd|genel bakış|обзор|введение)(?!\p{L})|概述|概要|附录|付録|개요|부록/iu;

function verdictBelowLimit(section: Section, inherited: Verdict): Verdict {
  const { name, parent, heading } = section;
  if (name === 'limit') return { role: 'limit', reason: 'limit_name' };
  if (inherited.role === 'context') {
    const isAsked = name === 'work' || name === 'quality' || name === 'data';
    return isAsked && REQUIREMENTS.test(heading) && WHOLE.test(parent?.heading ?? '')
      ? { role: 'work', reason: 'section_work' }
      : inherited;
  }
  const soft = parent?.name === null ? parent.parent?.name : parent?.name;
  if (soft !== 'soft' && soft !== 'look') return inherited;
  if (name === 'work' || name === 'quality' || name === 'data' || name === 'setup')
    return { role: 'work', reason: 'section_work' };
  if (name !== null) return inherited;
  const reason = isWorkByStructure(section) ?? (soft === 'look' && leansToWork(heading) ? 'section_work' : null);
  return reason === null ? inherited : { role: 'work', reason };
}

function verdictOnName(section: Section): Verdict | null {
  switch (section.name) {
    case 'context':
    case 'pointer':
      return { role: 'context', reason: 'context_name' };
    case 'limit':
    case 'soft':
      return { role: 'limit', reason: 'limit_name' };
    case 'look': {
      const reason = isWorkByStructure(section);
      return reason === null ? { role: 'limit', reason: 'limit_name' } : { role: 'work', reason };
    }
    case 'work':
    case 'quality':
    case 'data':
    case 'setup':
    case 'later':
    case 'restate':
      return { role: 'work', reason: 'section_work' };
    case 'schedule':
      return [...walkSections(section)].some(
        (each) => isWorkByStructure(each) !== null || (each.unit !== null && each !== section && hasContent(each)),
      )
        ? { role: 'work', reason: 'unit' }
        : { role: 'context', reason: 'context_name' };
    default:
      return null;
  }
}

function verdictOnStructure(section: Section): Verdict {
  if (section.unit !== null && CONTEXT_UNIT.test(section.unit)) return { role: 'context', reason: 'context_name' };
  if (section.unit !== null && hasContent(section)) return { role: 'work', reason: 'unit' };
  if (section.hasFacets && !areFacetsContext(section)) return { role: 'work', reason: 'facet' };
  const reason = isWorkByStructure(section);
  if (reason !== null) return { role: 'work', reason };
  if (section.nodes.some(({ table, reading }) => reading === 'whole' && isBuilt(table)))
    return { role: 'work', reason: 'table_whole' };
  const hasList = section.nodes.some(
    ({ kind, reading, table }) => kind === 'item' || (kind === 'table' && reading !== 'context' && !isPriced(table)),
  );
  return hasList ? { role: 'unsure', reason: 'no_sign' } : { role: null, reason: 'prose' };
}
