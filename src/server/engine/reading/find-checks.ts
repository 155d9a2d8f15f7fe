import type { RequirementKind } from '#contract/requirement.ts';
import { type Doc, type Node, type Section, walkNodes } from './document.ts';
import { askedOf, columnsOf, isDoneCell } from './judge-tables.ts';
import { priorityIn, priorityOfItem } from './judge-sections.ts';
import { countWords, isAsking, isSentence, isStrict } from './judge-words.ts';
import { splitSentences } from './split-sentences.ts';

/** One thing that is asked for, before it has an id: what becomes a check of a task. */
export interface Check {
  id: string;
  text: string;
  kind: RequirementKind;
  section: Section;
  /** The bold label or lead-in it stands under. */
  label: string | null;
  start: number;
  end: number;
  nodes: Node[];
  authorId: string | null;
  done: boolean;
  later: boolean;
  priority: number | null;
  /** Lines that belong to it and are shown with the task: a table, code. */
  attached: { start: number; end: number } | null;
  /** A row with an acceptance column is a small task: this is its title, and the text its acceptance. */
  rowTitle: string | null;
  /** Beside a label of its own: an item "**Search**: by title" is called Search. */
  name: string | null;
  /** A task of its own under one title: an item with a bare label and whole sentences below it. */
  group: string | null;
}

const SHORT_WORDS = 3;
/** Under a label that says what they are, names may be longer. */
const LABELLED_WORDS = 5;
const LABELLED_MAX = 300;
const JOINED_MAX = 400;
const TEXT_MAX = 1_000;
const LATER_ITEM =
  /^[[(]?(?:future|stretch(?: goal)?|nice[- ]to[- ]have|v2(?:\.0)?|later|post[- ]mvp)[\])]?\s*[:–—-]|[([](?:[^()[\]]*\s)?(?:future|stretch|nice[- ]to[- ]have|v2(?:\.\d)?\+?|v3|later|post[- ]?mvp|phase 2\+?)[)\]]\.?$/iu;

/** Everything that is asked for or done already, in the order of the document. */
export function findChecks(doc: Doc): Check[] {
  return doc.sections.flatMap((section) => readSection(section));
}

/** Consecutive nodes under one label. */
interface Group {
  label: Node | null;
  /** A lead-in holds for the list, table or code right behind it. */
  nodes: Node[];
}

function readSection(section: Section): Check[] {
  const groups = groupNodes(section.nodes);
  return groups.flatMap(({ label, nodes }) => {
    const own = label === null || !isAsked(label) ? null : (label.label ?? label.text).replace(/[:：]\s*$/u, '');
    const found = nodes.flatMap((node, i) => readNode(section, node, { label: own, labelNode: label, nodes, i }));
    if (found.length === 0 && label !== null && isAsked(label))
      return [makeCheck(section, [label], { text: label.text.replace(/[:：]$/u, '').trim() || label.text })];
    return joinShort(section, found, { label: own, labelNode: label, isOnly: groups.length === 1 });
  });
}

const isAsked = ({ role }: Pick<Node, 'role'>) => role === 'work' || role === 'done';

function groupNodes(nodes: readonly Node[]): Group[] {
  const groups: Group[] = [{ label: null, nodes: [] }];
  for (const node of nodes) {
    if (node.kind === 'label') groups.push({ label: node, nodes: [] });
    else groups.at(-1)?.nodes.push(node);
  }
  return groups;
}

interface Around {
  label: string | null;
  labelNode: Node | null;
  nodes: readonly Node[];
  i: number;
}

function readNode(section: Section, node: Node, around: Around): Check[] {
  if (!isAsked(node) && ![...walkNodes(node.children)].some(isAsked)) return [];
  switch (node.kind) {
    case 'item':
      return readItem(section, node, around.label);
    case 'table':
      return node.reading === 'whole' || node.reading === 'context'
        ? [wholeTable(section, node, around)]
        : readRows(section, node, around.label);
    case 'code':
      return [
        makeCheck(section, [node], {
          text: around.label ?? section.heading,
          kind: 'code',
          label: around.label,
          attached: node,
        }),
      ];
    case 'paragraph':
    case 'quote':
      return readProse(section, node, around.label);
    default:
      return [];
  }
}

type Given = Partial<
  Pick<Check, 'kind' | 'label' | 'authorId' | 'rowTitle' | 'name' | 'group' | 'start' | 'end' | 'priority' | 'done'>
> & {
  text: string;
  attached?: Node | null;
};

function makeCheck(section: Section, nodes: Node[], given: Given): Check {
  const { attached = null, ...rest } = given;
  const text = cut(given.text, TEXT_MAX);
  const first = nodes[0];
  return {
    id: '',
    kind: 'item',
    section,
    label: null,
    start: nodes.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
    end: nodes.reduce((most, { end }) => Math.max(most, end), 0),
    nodes,
    authorId: first?.id ?? null,
    done: nodes.every(({ role }) => role === 'done'),
    later: section.isLater || LATER_ITEM.test(given.text.slice(-200)) || LATER_ITEM.test(given.text.slice(0, 60)),
    priority: section.priority,
    rowTitle: null,
    name: null,
    group: null,
    ...rest,
    text,
    attached: attached === null ? null : { start: attached.start, end: attached.end },
  };
}

/** Never between the two halves of one character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`;
}

function readItem(section: Section, item: Node, label: string | null): Check[] {
  const below = [...item.children].filter(({ kind }) => kind !== 'code' && kind !== 'other');
  const attached = item.children.find(({ kind }) => kind === 'code' || kind === 'table') ?? null;
  const name = item.label !== null && item.label.length <= 80 ? item.label : null;
  const given = { label, name, authorId: item.id, priority: priorityOfItem(item.text) ?? section.priority };
  if (below.length === 0)
    return isAsked(item) ? [makeCheck(section, [item, ...item.children], { ...given, text: item.text, attached })] : [];
  const flat = [...walkNodes(below)].filter((node) => node.kind === 'item' || node.kind === 'paragraph');
  const hasOwnState = flat.some(({ checked, mark, id }) => checked !== null || mark === 'done' || id !== null);
  const texts = flat.map(({ text }) => text.replace(/[;.]$/u, '')).filter(Boolean);
  const joined = `${item.text.replace(/[:：.]\s*$/u, '')}: ${texts.join('; ')}`;
  const isName = item.isBare || /[:：]$/u.test(item.text) || !isSentence(item.text);
  const areSentences = flat.filter(({ text }) => isSentence(text)).length * 2 > flat.length;
  if (!hasOwnState && isAsked(item) && joined.length <= JOINED_MAX && !(isName && areSentences && flat.length > 1))
    return [
      makeCheck(section, [item, ...walkNodes(item.children)], { ...given, text: joined, kind: 'group', attached }),
    ];
  // The item is the name of what stands below it: each of those is a check, and the item's own line goes with the first.
  const title = (name ?? item.text).replace(/[:：]\s*$/u, '');
  const children = below.flatMap((child) =>
    child.kind === 'item' ? readItem(section, child, title) : isAsked(child) ? readProse(section, child, title) : [],
  );
  const own = isName ? [] : isAsked(item) ? [makeCheck(section, [item], { ...given, text: item.text })] : [];
  const grouped = children.map((check) => ({
    ...check,
    label: title,
    group: check.group ?? title,
    authorId: check.authorId ?? null,
  }));
  const first = grouped[0];
  if (isName && first !== undefined) {
    first.nodes = [item, ...first.nodes];
    first.authorId ??= item.id;
  }
  return [...own, ...grouped];
}

/** Sentences of a paragraph; where the section has a list, only what it strictly asks for was work at all. */
function readProse(section: Section, node: Node, label: string | null): Check[] {
  const sentences = splitSentences(node.lines);
  const isWhole = node.reason !== 'modal' || node.role === 'done';
  const asked = isWhole ? sentences : sentences.filter(({ text }) => isStrict(text));
  const used = asked.filter(({ text }) => countWords(text) > 2);
  if (used.length === 0)
    return [makeCheck(section, [node], { text: node.text || section.heading, kind: 'sentence', label })];
  return used.map(({ text, firstLine, lastLine }) =>
    makeCheck(section, [node], {
      text,
      kind: 'sentence',
      label,
      start: node.start + firstLine,
      end: node.start + lastLine,
    }),
  );
}

function wholeTable(section: Section, node: Node, { label, nodes, i }: Around): Check {
  const before = nodes[i - 1];
  const leadIn =
    before?.kind === 'paragraph' && /[:：]$/u.test(before.text) ? before.text.replace(/[:：]$/u, '') : null;
  const head = node.table?.head.filter(Boolean).join(' · ') ?? '';
  const text = leadIn ?? label ?? (section.heading || head);
  return makeCheck(section, [node], { text, kind: 'table', label, attached: node });
}

function readRows(section: Section, node: Node, label: string | null): Check[] {
  const { head, rows } = node.table ?? { head: [], rows: [] };
  const columns = columnsOf(head);
  return rows.flatMap(({ cells, start, end, set }) => {
    if (cells.every((cell) => cell === '') || (set !== null && !isAsked(set))) return [];
    const { cell, id, name } = askedOf(head, cells);
    const acceptance = columns.acceptance >= 0 ? (cells[columns.acceptance] ?? '') : '';
    const status = columns.status >= 0 ? (cells[columns.status] ?? '') : '';
    const done =
      set === null ? node.role === 'done' || (columns.status >= 0 && isDoneCell(status)) : set.role === 'done';
    const isTask = node.reading === 'tasks' && acceptance !== '';
    const priority = cells.map((each) => priorityIn(`(${each}`)).find((each) => each !== null) ?? section.priority;
    const texts = isTask ? splitAcceptance(acceptance) : [cell];
    return texts.map((text) => ({
      ...makeCheck(section, [node], {
        text: text || cells.filter(Boolean).join(' · '),
        kind: 'row',
        label,
        authorId: id,
        name,
        start,
        end,
        done,
        priority,
      }),
      rowTitle: isTask ? (name ?? cell) : null,
      later: section.isLater || /^(?:later|future|v2|could|backlog|parking|stretch)/iu.test(cells.at(-1) ?? ''),
    }));
  });
}

const splitAcceptance = (text: string): string[] => {
  const parts = text
    .split(/\s*(?:;|<br\s*\/?>|•)\s*/u)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length > 1 ? parts : splitSentences(text).map((sentence) => sentence.text);
};

/** A lead-in, label or heading over names of things is one check with the names in it. */
function joinShort(
  section: Section,
  found: Check[],
  group: { label: string | null; labelNode: Node | null; isOnly: boolean },
): Check[] {
  const plain = found.filter((check) => isPlainItem(check, group.label === null ? SHORT_WORDS : LABELLED_WORDS));
  const over =
    group.label ??
    (group.isOnly && section.nodes.every(({ kind }) => kind === 'item' || kind === 'paragraph')
      ? section.heading
      : null);
  if (over === null || over === '' || plain.length < (group.label === null ? 3 : 2) || plain.length !== found.length)
    return withLabel(found, group.labelNode);
  const joined = `${over}: ${plain.map(({ text }) => text.replace(/[;,.]$/u, '')).join('; ')}`;
  const isTerse = plain.every(({ text }) => countWords(text) <= SHORT_WORDS);
  if (joined.length > (isTerse ? JOINED_MAX : LABELLED_MAX)) return withLabel(found, group.labelNode);
  const nodes = plain.flatMap(({ nodes: own }) => own);
  return withLabel([makeCheck(section, nodes, { text: joined, kind: 'group', label: group.label })], group.labelNode);
}

const isPlainItem = ({ kind, text, nodes, authorId, group }: Check, words: number): boolean =>
  kind === 'item' &&
  authorId === null &&
  group === null &&
  (countWords(text) <= SHORT_WORDS || (countWords(text) <= words && !isAsking(text))) &&
  nodes.every(({ checked, mark }) => checked === null && mark === null);

/** The label's own line is traced by the first check below it. */
function withLabel(found: Check[], label: Node | null): Check[] {
  const first = found[0];
  if (label !== null && first !== undefined && isAsked(label)) first.nodes = [label, ...first.nodes];
  return found;
}
