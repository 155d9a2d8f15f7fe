import type { PrdRole, RoleReason } from '#contract/requirement.ts';
import { normaliseText } from './compare-text.ts';
import { type Doc, type Node, type Section, isList, walkNodes, walkSections } from './document.ts';
import { findTicked } from './find-done.ts';
import { FORM } from './heading-patterns.ts';
import { isInsideName } from './judge-structure.ts';
import { isPriced } from './judge-tables.ts';
import { countWords, isMust, isQuestion, isStory, isStrict } from './judge-words.ts';
import { isOutOfScope } from './name-heading.ts';
import { isRequirementId } from './read-author-id.ts';

export type Judge = (node: Node) => [PrdRole, RoleReason];

/** Metadata of a requirement: number, title, priority, state, assignee. */
const ABOUT =
  /^(?:id|priority|prio|priorität|priorité|prioridad|prioridade|priorytet|öncelik|приоритет|status|effort|estimate|owner|assignee|story points|优先级|優先度|우선순위|编号|依赖|依存)\s*[:：]\s*\S{1,20}(?:\s\S{1,20}){0,3}$/iu;

/** Facts about the whole document. */
interface Whole {
  /** All headings: a line that repeats one is a pointer to it. */
  headings: ReadonlySet<string>;
  /** Ids that are ticked somewhere and open nowhere. */
  ticked: ReadonlySet<string>;
  lines: readonly string[];
}

const UNIT_FRONT = /^\p{L}{1,20}\s*\d{1,3}(?:\.\d{1,3})*\s*[:.–—-]\s*/u;

export const readWhole = (doc: Doc): Whole => ({
  headings: new Set(
    doc.sections.flatMap(({ heading, isTitle }) =>
      isTitle ? [] : [heading, heading.replace(UNIT_FRONT, '')].map(normaliseText).filter(Boolean),
    ),
  ),
  ticked: findTicked(doc).ids,
  lines: doc.lines,
});

/** An item that is only a link points to another document. */
const LINK = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[^\]]{1,120}\]\([^()\s]{1,300}\)[.:]?\s*$/u;

/** The role of a block, by its own signs first. */
export function createJudge(section: Section, { headings, ticked, lines }: Whole): Judge {
  const { role, reason, isTitle } = section;
  const isForm = role === 'context' && [section, section.parent].some((each) => FORM.test(each?.heading ?? ''));
  const isLead = isTitle || section.heading === '';
  const own = normaliseText(section.heading);
  const areValues = isValueList(section.nodes);
  const isPointer = (node: Node) =>
    node.children.length === 0 &&
    ([node.text, node.label ?? ''].some((text) => normaliseText(text) !== own && headings.has(normaliseText(text))) ||
      (node.start === node.end && LINK.test((lines[node.start - 1] ?? '').slice(0, 500))));
  const items = section.nodes.filter(({ kind, label }) => kind === 'item' || (kind === 'paragraph' && label !== null));
  const arePointers = items.length > 0 && items.filter(isPointer).length * 2 > items.length;
  const hasListHere = hasList(section);
  const isContract = createContractTest(section);
  return (node) => {
    // Rules, comments, empty items: no requirement.
    if (node.kind === 'other' || (node.kind === 'item' && node.text === '')) return ['context', 'material'];
    if (section.setRole !== null && node.checked === null) return [section.setRole.role, 'set'];
    if (node.checked !== null && isForm) return ['context', reason];
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
        if (node.id !== null && ticked.has(node.id) && role === 'work') return ['done', 'ticked'];
        if (isStory(node.text)) return ['work', 'story'];
        if (isRequirementId(node.id)) return ['work', 'id'];
        if (arePointers && isPointer(node)) return ['context', 'pointer'];
        if (ABOUT.test(node.text) && node.children.length === 0) return ['context', 'values'];
        if (areValues && role !== 'limit') return ['context', 'values'];
        if (role === 'work' && EXPLAINS.test(node.text) && !isStrict(node.text)) return ['context', 'context_name'];
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

/** An item that explains or gives an example; other labels do not exclude an item. */
const EXPLAINS =
  /^(?:why(?: it(?:['’]s| is) important| (?:it|this) matters)?|rationale|motivation|examples?|e\.g\.|begründung|warum|beispiele?|pourquoi|exemples?|por qué|por quê|ejemplos?|exemplos?|justificación|justificativa|perché|esemp[io]|uzasadnienie|przykłady?|gerekçe|örnek(?:ler)?|обоснование|примеры?|示例|例如|例|예시)\s*[:：–—]/iu;

/** A paragraph that is explicitly an explanation. */
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
  if (node.kind === 'label' && !ABOUT.test(node.text))
    return [role === 'work' ? 'work' : 'context', role === 'work' ? reason : 'prose'];
  if (ASIDE.test(node.text)) return ['context', 'context_name'];
  if (ABOUT.test(node.text)) return ['context', 'values'];
  const asks = (role === 'work' ? isStrict(node.text) : isMust(node.text)) && !isQuestion(node.text);
  if (role === 'work')
    return asks || (!at.hasListHere && node.kind === 'paragraph' && countWords(node.text) > 2)
      ? ['work', asks ? 'modal' : reason]
      : ['context', 'material'];
  return asks && node.kind === 'paragraph' && node.label === null ? ['work', 'modal'] : ['context', 'prose'];
}

function judgeTable(node: Node, section: Section): [PrdRole, RoleReason] {
  const { role, reason } = section;
  if (role === 'done') return ['done', reason];
  if (role === 'limit') return [role, reason];
  if (node.reading === 'context') return ['context', 'table_context'];
  if (node.reading !== 'whole' && role !== 'context') return ['work', 'table_rows'];
  if (role === 'context') return ['context', reason];
  if (role === 'work') return ['work', 'table_whole'];
  if (isPriced(node.table)) return ['context', 'table_context'];
  if (role === null && (section.isTitle || section.heading === '')) return ['context', 'prose'];
  return ['unsure', 'no_sign'];
}

const DRAWING = /[│┌└├╭╰▼▲↓↑]|-->|==>|^```\s*mermaid/mu;

/** Code under its own label, or alone under its heading, is a requirement; diagrams and examples are not. */
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

/** Whether the section or its sub-sections have items or a table: then its prose only introduces them. */
const hasList = (section: Section): boolean =>
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
