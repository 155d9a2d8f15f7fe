import type { EventActor } from '#contract/fields.ts';
import type { KeptRole, PrdRole, RoleReason } from '#contract/requirement.ts';
import { normaliseText, textKey } from './compare-text.ts';
import { type Doc, type Node, type Section, isList, pathOf, walkNodes, walkSections } from './document.ts';
import { isInsideName } from './judge-sections.ts';
import { readTable } from './judge-tables.ts';
import { countWords, isMust, isQuestion, isStory, isStrict } from './judge-words.ts';
import { isOutOfScope, nameHeading } from './name-heading.ts';
import { isRequirementId } from './read-author-id.ts';

type SetRoles = ReadonlyMap<string, { role: PrdRole; by: EventActor }>;

export const sectionKey = (section: Section) => textKey(pathOf(section).join('\n'));
export const rowKey = (cells: readonly string[]) => textKey(cells.join('\n'));
export const nodeKey = ({ text, start, end, table }: Node) =>
  textKey(
    table === null
      ? text || `${start}-${end}`
      : [table.head, ...table.rows.map(({ cells }) => cells)].flat().join('\n'),
  );

/** Roles that were set on sections hold for all that stands in them; they are put in before anything is judged. */
export function setSectionRoles(doc: Doc, roles: readonly KeptRole[]): void {
  const kept = mapOf(roles, 'section');
  if (kept.size === 0) return;
  for (const section of doc.sections) section.setRole = kept.get(sectionKey(section)) ?? null;
}

const mapOf = (roles: readonly KeptRole[], scope: KeptRole['scope']): SetRoles =>
  new Map(roles.filter((each) => each.scope === scope).map(({ key, role, set_by }) => [key, { role, by: set_by }]));

/** Gives every block its role: what somebody set, else its own sign, else what its section says. */
export function giveRoles(doc: Doc, roles: readonly KeptRole[]): void {
  const kept = mapOf(roles, 'block');
  const headings = new Set(
    doc.sections.flatMap(({ heading, isTitle }) =>
      isTitle || heading === '' ? [] : [normaliseText(heading), normaliseText(heading.replace(UNIT_FRONT, ''))],
    ),
  );
  for (const section of doc.sections) {
    const judge = createJudge(section, headings);
    for (const node of section.nodes) give(node, judge, kept, null);
    if (section.role === 'work') clearNamedGroups(section.nodes);
    if (section.role === null || section.role === 'unsure' || section.name === 'mixed') nameGroups(section.nodes);
    if (section.role === 'unsure' && section.nodes.every(({ kind, role }) => kind === 'label' || role !== 'unsure'))
      section.role = null;
    followLabels(section.nodes);
  }
}

const UNIT_FRONT = /^\p{L}{1,20}\s*\d{1,3}(?:\.\d{1,3})*\s*[:.–—-]\s*/u;

type Judge = (node: Node) => [PrdRole, RoleReason];

function give(node: Node, judge: Judge, kept: SetRoles, above: Node | null): void {
  const set = kept.size === 0 ? undefined : kept.get(nodeKey(node));
  const [role, reason] = set === undefined ? inheritOr(node, judge, above) : [set.role, 'set' as const];
  node.role = role;
  node.reason = reason;
  node.setBy = set?.by ?? (above?.reason === 'set' && reason === 'set' ? above.setBy : null);
  if (kept.size > 0) for (const row of node.table?.rows ?? []) row.set = kept.get(rowKey(row.cells)) ?? null;
  for (const child of node.children) give(child, judge, kept, node);
}

/** Nested items are as the one above them, unless a sign of their own says otherwise. */
function inheritOr(node: Node, judge: Judge, above: Node | null): [PrdRole, RoleReason] {
  const own = judge(node);
  if (above === null || node.kind === 'code') return own;
  if (node.checked !== null || own[1] === 'done_mark') return own;
  return node.kind === 'paragraph' && above.role === 'work' ? ['work', above.reason] : [above.role, above.reason];
}

/** Lines about a requirement, not of it: its number, title, priority, state, who does it. */
const ABOUT =
  /^(?:id|priority|prio|priorität|priorité|prioridad|prioridade|priorytet|öncelik|приоритет|status|effort|estimate|owner|assignee|story points|优先级|優先度|우선순위|编号|依赖|依存)\s*[:：]\s*\S{1,20}(?:\s\S{1,20}){0,3}$/iu;

function createJudge(section: Section, headings: ReadonlySet<string>): Judge {
  const { role, reason, isTitle } = section;
  const isLead = isTitle || section.heading === '';
  const own = normaliseText(section.heading);
  const areValues = isValueList(section.nodes);
  const isPointer = (node: Node) =>
    node.children.length === 0 &&
    [node.text, node.label ?? ''].some((text) => normaliseText(text) !== own && headings.has(normaliseText(text)));
  const items = section.nodes.filter(({ kind, label }) => kind === 'item' || (kind === 'paragraph' && label !== null));
  const arePointers = items.length > 0 && items.filter(isPointer).length * 2 > items.length;
  const hasListHere = hasList(section);
  const isContract = createContractTest(section);
  return (node) => {
    // Rules, comments, an empty item: nothing that anybody could do.
    if (node.kind === 'other' || (node.kind === 'item' && node.text === '')) return ['context', 'material'];
    if (section.setRole !== null && node.checked === null) return [section.setRole.role, 'set'];
    if (node.checked === true) return ['done', 'ticked'];
    if (node.checked === false)
      return isQuestion(node.text) && role === 'context' ? ['context', reason] : ['work', 'box'];
    if (node.label !== null && node.kind !== 'table' && isOutOfScope(node.label)) return ['limit', 'limit_name'];
    if (node.mark === 'done' && node.kind === 'item' && role !== 'context') return ['done', 'done_mark'];
    switch (node.kind) {
      case 'table':
        return judgeTable(node, section);
      case 'code':
        if (role === 'done') return ['done', reason];
        return role === 'work' && isContract(node) ? ['work', 'code'] : ['context', 'code'];
      case 'item':
        if (role === 'done') return ['done', reason];
        if (isStory(node.text)) return ['work', 'story'];
        if (isRequirementId(node.id)) return ['work', 'id'];
        if (arePointers && isPointer(node)) return ['context', 'pointer'];
        if (ABOUT.test(node.text) && node.children.length === 0) return ['context', 'values'];
        if (areValues && role !== 'limit') return ['context', 'values'];
        if (role !== null) return [role, reason];
        return isLead ? ['context', 'material'] : ['unsure', 'no_sign'];
      default:
        return judgeProse(node, section, {
          isLead,
          hasListHere,
          isPointer: (each) => arePointers && each.label !== null && isPointer(each),
        });
    }
  };
}

/** A paragraph that says of itself that it only explains. */
const ASIDE =
  /^(?:rationale|background|examples?|motivation|why|begründung|beispiel|exemple|ejemplo|exemplo)\s*[.:：–—]/iu;

function judgeProse(
  node: Node,
  section: Section,
  at: { isLead: boolean; hasListHere: boolean; isPointer: (node: Node) => boolean },
): [PrdRole, RoleReason] {
  const { role, reason } = section;
  if (role === 'done') return ['done', reason];
  if (at.isPointer(node)) return ['context', 'pointer'];
  if (isStory(node.text)) return ['work', 'story'];
  if (role === 'limit' || role === 'context') return [role, reason];
  if (node.kind === 'label') return [role === 'work' ? 'work' : 'context', role === 'work' ? reason : 'prose'];
  if (ASIDE.test(node.text)) return ['context', 'context_name'];
  const asks = (role === 'work' ? isStrict(node.text) : isMust(node.text)) && !isQuestion(node.text);
  if (role === 'work')
    return asks || (!at.hasListHere && node.kind === 'paragraph' && countWords(node.text) > 2)
      ? ['work', asks ? 'modal' : reason]
      : ['context', 'material'];
  return asks && node.kind === 'paragraph' && node.label === null ? ['work', 'modal'] : ['context', 'prose'];
}

function judgeTable(node: Node, section: Section): [PrdRole, RoleReason] {
  const { role, reason } = section;
  node.reading = readTable(node.table);
  if (role === 'done') return ['done', reason];
  if (role === 'limit') return [role, reason];
  if (node.reading === 'context') return ['context', 'table_context'];
  if (node.reading !== 'whole' && role !== 'context') return ['work', 'table_rows'];
  if (role === 'context') return ['context', reason];
  if (role === 'work') return ['work', 'table_whole'];
  if (role === null && (section.isTitle || section.heading === '')) return ['context', 'prose'];
  return ['unsure', 'no_sign'];
}

const DRAWING = /[│┌└├╭╰▼▲↓↑]|-->|==>|^```\s*mermaid/mu;

/** Code under a label of its own, or alone under its heading, is asked for as it stands; drawings and examples are not. */
function createContractTest({ nodes, heading, children }: Section): (node: Node) => boolean {
  const isAlone =
    children.length === 0 &&
    !SHOWING.test(heading) &&
    nodes.every(({ kind }) => kind === 'code' || kind === 'paragraph');
  const labels = new Map(nodes.flatMap((node, i) => (nodes[i - 1]?.kind === 'label' ? [[node, nodes[i - 1]]] : [])));
  return (node) => {
    if (DRAWING.test(node.lines)) return false;
    const label = labels.get(node);
    return label === undefined ? isAlone : !isInsideName(label.label ?? label.text) && !SHOWING.test(label.text);
  };
}

const SHOWING =
  /(?<!\p{L})(?:examples?|mock-?ups?|diagrams?|visual|structure|layout|sample|flow|beispiel|exemple|ejemplo|exemplo)(?!\p{L})|示例|例/iu;

/** A label or lead-in is what follows it. */
function followLabels(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    if (node.kind !== 'label' || node.setBy !== null) continue;
    const group = nodes.slice(i + 1, nextLabel(nodes, i));
    const first =
      group.find(({ kind }) => kind === 'item' || kind === 'table') ??
      group.find(({ role }) => role === 'work') ??
      group[0];
    if (first === undefined) {
      // Nothing stands under it: a name of nothing, unless it asks by itself.
      if (node.reason !== 'set' && !isStory(node.text) && !isStrict(node.text) && node.id === null)
        [node.role, node.reason] = ['context', 'material'];
      continue;
    }
    node.role = first.role;
    node.reason = first.reason;
  }
}

/** "**Example:**" inside a section of work: what stands under it is none, but for what says so itself. */
function clearNamedGroups(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    if (node.kind !== 'label' || !isInsideName(node.label ?? node.text)) continue;
    for (const each of nodes.slice(i + 1, nextLabel(nodes, i)))
      if (
        each.role === 'work' &&
        each.setBy === null &&
        (each.reason === 'section_work' || each.reason === 'unit' || each.reason === 'facet')
      ) {
        for (const inner of walkNodes([each]))
          if (inner.role === 'work') [inner.role, inner.reason] = ['context', 'context_name'];
      }
  }
}

/** Where the heading holds several roles or none, a label that names one gives it to what stands under it. */
function nameGroups(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    const name = node.kind === 'label' ? nameHeading(node.label ?? node.text) : null;
    if (name !== 'context' && name !== 'limit') continue;
    for (const inner of walkNodes(nodes.slice(i + 1, nextLabel(nodes, i))))
      if (inner.setBy === null && inner.checked === null && inner.reason !== 'story' && inner.reason !== 'id')
        [inner.role, inner.reason] = [name, name === 'limit' ? 'limit_name' : 'context_name'];
  }
}

function nextLabel(nodes: readonly Node[], from: number): number {
  for (let at = from + 1; at < nodes.length; at += 1) if (nodes[at]?.kind === 'label') return at;
  return nodes.length;
}

/** Whether the section or what stands below it has items or a table: then its prose only tells of them. */
export const hasList = (section: Section): boolean =>
  [...walkSections(section)].some(({ nodes }) => isList(nodes) || nodes.some(({ kind }) => kind === 'table'));

const VALUE = /^[^:：]{1,40}[:：]\s*(\S.{0,40})$/u;
const MEASURED = /\d|#[0-9a-f]{3,8}|`/iu;
const VALUES_MIN = 3;

/** "Radius: 12px": names with numbers behind them. */
function isValueList(nodes: readonly Node[]): boolean {
  const items = [...walkNodes(nodes)].filter(({ kind, checked }) => kind === 'item' && checked === null);
  if (items.length < VALUES_MIN) return false;
  const values = items.map(({ text }) => VALUE.exec(text)?.[1] ?? '');
  const short = values.filter((value) => value !== '' && countWords(value) <= 4);
  return short.length === items.length && short.filter((value) => MEASURED.test(value)).length * 2 >= items.length;
}
