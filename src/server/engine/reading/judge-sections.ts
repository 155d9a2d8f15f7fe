import type { PrdRole, RoleReason } from '#contract/requirement.ts';
import { type Doc, type HeadingClass, type Node, type Section, walkNodes, walkSections } from './document.ts';
import { INSIDE_WORK } from './heading-words-text.ts';
import { isAsking, isImperative, isSentence, isStory } from './judge-words.ts';
import { isBuilt, readTable } from './judge-tables.ts';
import { labelsOf } from './find-units.ts';
import { nameHeading } from './name-heading.ts';

interface Verdict {
  role: PrdRole | null;
  reason: RoleReason;
}

const INSIDE = new RegExp(`^(?:${INSIDE_WORK})$`, 'iu');
/** One of the few names that are no work inside a section of it. */
export const isInsideName = (name: string) => INSIDE.test(name.replace(/[:：]\s*$/u, '').trim());
const DONE_BEHIND =
  /(?:[✅☑✔][\uFE0F]?\s*$|(?<![%\p{L}]\s{0,3})(?<!not |in)(?:\bdone|\bcompleted?|\bimplemented|\bshipped|erledigt|abgeschlossen|terminée?|concluíd[oa]|feito|completad[oa]|zrobione|tamamlandı|готово|完成|완료)[)\]]?\s*[✅☑✔]?[\uFE0F]?\s*$)/iu;
const LATER_TAG =
  /[([（](?:[^()[\]（）]*(?<!\p{L}))?(?:future|later|post[- ]?mvp|post[- ]?launch|post[- ]?v1|stretch|optional|nice[- ]to[- ]have|v2(?:\.\d)?\+?|v3|phase 2\+|next (?:release|version)|could|deferred|zukunft|später|futuro|opcional|gelecek|未来|二期|将来|향후)(?!\p{L})/iu;
const LATER_NAME = /(?<!\p{L})(?:nice[- ]to[- ]haves?|could[- ]haves?)(?!\p{L})/iu;
const PRIORITY =
  /(?<![\p{L}\d])P([0-4])(?![\p{L}\d])|(?<!\p{L})(must|should|could|won['’]?t)[- ](?:have|haves|do)(?!\p{L})|[([:–—-]\s*(critical|highest|high|medium|low|hoch|mittel|niedrig|haute|moyenne|basse|alta|média|media|baixa|baja|wysoki|średni|niski)(?!\p{L})/iu;
const RANK: Record<string, number> = {
  must: 0,
  critical: 0,
  highest: 0,
  high: 0,
  hoch: 0,
  haute: 0,
  alta: 0,
  wysoki: 0,
  should: 1,
  medium: 1,
  mittel: 1,
  moyenne: 1,
  média: 1,
  media: 1,
  średni: 1,
  could: 2,
  low: 2,
  niedrig: 2,
  basse: 2,
  baixa: 2,
  baja: 2,
  niski: 2,
};
/** Units of these count up as well, and nobody builds them. */
const CONTEXT_UNIT =
  /^(?:word )?(?:persona|risk|question|competitor|assumption|goal|objective|metric|option|example|appendix|scenario|hypothesis|theme|insight|problem|pain|stakeholder|journey|act|user|q|r|kpi|okr)s?$/iu;

export const priorityIn = (text: string): number | null => {
  const found = PRIORITY.exec(text);
  if (found === null) return null;
  return found[1] === undefined ? (RANK[(found[2] ?? found[3] ?? '').toLowerCase()] ?? null) : Number(found[1]);
};

/** In an item only a tag at its beginning or end counts: "high" in running words says nothing of the item. */
export const priorityOfItem = (text: string): number | null => {
  const tag =
    /^[[(]?(?:P[0-4]|must|should|could)(?: have)?[\])]?(?=\s*[:–—)\]-])|[[(](?:P[0-4]|must|should|could|high|medium|low|critical)(?: have| priority)?[)\]]\.?$/iu.exec(
      text.length > 400 ? `${text.slice(0, 40)} ${text.slice(-40)}` : text,
    );
  return tag === null
    ? null
    : priorityIn(`(${tag[0].replace(/[[\]()]/gu, '').replace(/^(must|should|could)$/iu, '$1-have')}`);
};

/** Gives every section what its name and its structure say; what they say goes down to what stands below. */
export function judgeSections(doc: Doc): void {
  for (const section of doc.sections) {
    section.name = section.isTitle ? null : nameOf(section);
    section.isDone = !section.isTitle && (section.name === 'done' || DONE_BEHIND.test(section.raw));
    section.isLater =
      (section.parent?.isLater ?? false) ||
      (!section.isTitle && (section.name === 'later' || LATER_TAG.test(section.raw) || LATER_NAME.test(section.raw)));
    section.priority = section.isTitle ? null : (priorityIn(section.raw) ?? section.parent?.priority ?? null);
  }
  for (const section of doc.sections) if (section.parent === null) judge(section, { role: null, reason: 'no_sign' });
  planNotes(doc.sections);
  followSiblings(doc.sections);
  for (const section of doc.sections) if (section.parent === null) markFinished(section);
}

/** "Phase 3: Performance" is a phase, whatever it is about; only what takes it out of the work counts. */
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
    if (INSIDE.test(heading.trim())) return { role: 'context', reason: 'context_name' };
    if (name === 'limit') return { role: 'limit', reason: 'limit_name' };
    return { role: inherited.role, reason: isFacet ? 'facet' : section.unit === null ? 'section_work' : 'unit' };
  }
  if (inherited.role === 'context' || inherited.role === 'limit') return verdictBelowLimit(section, inherited);
  return verdictOnName(section) ?? verdictOnStructure(section);
}

function verdictBelowLimit(section: Section, inherited: Verdict): Verdict {
  const { name, parent } = section;
  if (name === 'limit') return { role: 'limit', reason: 'limit_name' };
  const isSoft = parent?.name === 'soft' || (parent?.name === null && parent.parent?.name === 'soft');
  if (!isSoft || inherited.role !== 'limit') return inherited;
  if (name === 'work' || name === 'quality' || name === 'data' || name === 'setup')
    return { role: 'work', reason: 'section_work' };
  const reason = name === null ? isWorkByStructure(section) : null;
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
    ({ kind, reading }) => kind === 'item' || (kind === 'table' && reading !== 'context'),
  );
  return hasList ? { role: 'unsure', reason: 'no_sign' } : { role: null, reason: 'prose' };
}

const hasContent = (section: Section): boolean =>
  [...walkSections(section)].some(({ nodes }) =>
    nodes.some(({ kind }) => kind === 'item' || kind === 'table' || kind === 'paragraph'),
  );

/** "Goals", "Frustrations", "Age" under each of them: people, not features. */
function areFacetsContext(section: Section): boolean {
  const names = [
    ...section.children.filter(({ isFacet }) => isFacet).map(({ heading }) => heading),
    ...labelsOf(section),
  ];
  const classes = names.map((name) => (PERSON.test(name) ? 'context' : nameHeading(name)));
  return (
    classes.length > 0 &&
    classes.filter((name) => name === 'context').length * 2 >= classes.length &&
    !classes.includes('restate')
  );
}

const PERSON =
  /^(?:age|role|occupation|profile|goals?|needs?|frustrations?|pain points?|motivations?|behaviou?rs?|quote|bio|demographics?|tech(?:nical)? (?:level|proficiency|savviness)|strengths?|weaknesses|pros|cons|probability|likelihood|impact|mitigation|target|baseline)$/iu;

/** Signs that hold in every language: boxes, ids, stories, tables of requirements, two or more items that ask. */
function isWorkByStructure({ nodes }: Pick<Section, 'nodes'>): RoleReason | null {
  let asking = 0;
  let items = 0;
  let isLedIn = false;
  for (const node of walkNodes(nodes)) {
    if (node.checked !== null) return 'box';
    if (node.mark === 'done' && node.front === 'done') return 'done_mark';
    if (node.kind === 'item' || node.kind === 'label') {
      if (node.id !== null) return 'id';
      if (isStory(node.text)) return 'story';
      // "The system must:" asks for everything below it.
      if (node.kind === 'label') isLedIn = isAsking(node.text) && !isImperative(node.text);
      else {
        items += 1;
        if (isLedIn || isAsking(bodyOf(node))) asking += 1;
      }
    }
    if (node.kind === 'table') {
      node.reading = readTable(node.table);
      if (node.reading !== 'context' && node.reading !== 'whole') return 'table_rows';
    }
  }
  return asking >= 2 || (asking === 1 && items <= 3 && items > 0) ? 'modal' : null;
}

const bodyOf = ({ text, label, isBare }: Node) =>
  label === null || isBare ? text : text.slice(label.length).replace(/^[\s:：–—-]+/u, '') || text;

/** A few points under nothing but a title are what is to be done: there is nothing else they could be of. */
function planNotes(sections: readonly Section[]): void {
  if (!sections.every(({ isTitle, heading }) => isTitle || heading === '')) return;
  for (const section of sections)
    if (section.role === null && section.nodes.some(({ kind }) => kind === 'item')) {
      section.role = 'work';
      section.reason = 'section_work';
    }
}

/** Where several sections beside it are work by their structure, one with a list and no sign is work like them. */
function followSiblings(sections: readonly Section[]): void {
  for (const siblings of Map.groupBy(sections, ({ parent }) => parent).values()) {
    const plain = siblings.filter(({ name, isTitle }) => name === null && !isTitle);
    const work = plain.filter(({ role, reason }) => role === 'work' && reason !== 'section_work');
    const unsure = plain.filter(({ role }) => role === 'unsure');
    if (work.length < 2 || 2 * work.length < unsure.length) continue;
    const isMost = work.length >= 2 * unsure.length;
    for (const section of unsure) {
      // Names of things need more company than sentences do.
      if (!isMost && !areSentences(section)) continue;
      section.role = 'work';
      section.reason = 'section_work';
    }
  }
}

function areSentences({ nodes }: Section): boolean {
  const items = nodes.filter(({ kind }) => kind === 'item');
  return items.filter(({ text }) => isSentence(text)).length * 2 > items.length;
}

const TICKED_MIN = 3;

/** Three or more boxes, all of them ticked: the section is done with all its code and prose. */
function markFinished(section: Section): { ticked: number; open: number } {
  const count = { ticked: 0, open: 0 };
  for (const node of walkNodes(section.nodes)) {
    if (node.checked === true) count.ticked += 1;
    if (node.checked === false) count.open += 1;
  }
  for (const child of section.children) {
    const below = markFinished(child);
    count.ticked += below.ticked;
    count.open += below.open;
  }
  const isFinished = count.ticked >= TICKED_MIN && count.open === 0 && section.setRole === null && !section.isTitle;
  if (isFinished && (section.role === 'work' || section.role === null) && isAllBoxes(section)) {
    section.role = 'done';
    section.reason = 'done_section';
  }
  return count;
}

/** Sub-sections without a box of their own may still be open work. */
const isAllBoxes = (section: Section): boolean =>
  [...walkSections(section)].every(
    ({ nodes, role }) =>
      role === 'done' ||
      nodes.every(({ kind }) => kind !== 'item') ||
      [...walkNodes(nodes)].some(({ checked }) => checked !== null),
  );
