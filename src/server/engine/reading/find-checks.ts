import { type Doc, type Node, type Section, walkNodes } from './document.ts';
import { isDoneCell } from './judge-tables.ts';
import { priorityIn, priorityOfItem } from './judge-sections.ts';
import { countWords, isSentence, isStrict } from './judge-words.ts';
import { isHalfSaid, joinShort, saysAll } from './join-checks.ts';
import { type Check, isAsked, makeCheck } from './make-check.ts';
import { readColumns } from './read-columns.ts';
import { readRunOn } from './read-run-on.ts';
import { createRowReader } from './read-row.ts';
import { splitSentences } from './split-sentences.ts';

const JOINED_MAX = 400;
export { type Check, cut } from './make-check.ts';

/** All requirements, open and done, in document order. */
export function findChecks(doc: Doc): Check[] {
  return doc.sections.flatMap((section) => readSection(section));
}

/** Consecutive nodes under one label. */
interface Group {
  label: Node | null;
  /** A lead-in belongs to the list, table or code right after it. */
  nodes: Node[];
}

function readSection(section: Section): Check[] {
  const groups = groupNodes(section.nodes);
  const isOneOfSeveral = groups.filter(({ nodes }) => nodes.some(isAsked)).length > 1;
  let bold: string | null = null;
  return groups.flatMap(({ label, nodes }) => {
    const own = label === null || !isAsked(label) ? null : (label.label ?? label.text).replace(/[:：]\s*$/u, '');
    // Without content of its own it names the lead-in that follows.
    if (label?.label !== null) bold = own ?? (nodes.length === 0 ? (label?.label ?? null) : null);
    const found = nodes.flatMap((node, i) => readNode(section, node, { label: own, labelNode: label, nodes, i }));
    // A name above only a diagram or an example is no requirement.
    if (found.length === 0 && label !== null && isAsked(label) && nodes.every(({ kind }) => kind !== 'code'))
      return [makeCheck(section, [label], { text: label.text.replace(/[:：]$/u, '').trim() || label.text })];
    const joined = joinShort(section, found, {
      label: own,
      labelNode: label,
      isOnly: groups.length === 1,
      isOneOfSeveral,
    });
    return bold === own ? joined : joined.map((check) => underBold(check, own, bold));
  });
}

/** A lead-in below a bold label belongs to the label. */
const underBold = (check: Check, leadIn: string | null, bold: string | null): Check =>
  bold !== null && check.label === leadIn ? { ...check, label: bold } : check;

function groupNodes(nodes: readonly Node[]): Group[] {
  const groups: Group[] = [{ label: null, nodes: [] }];
  for (const node of nodes) {
    if (node.kind === 'label') groups.push({ label: node, nodes: [] });
    // "**Complexity**: low" ends what the label above it held together.
    else if (node.kind === 'paragraph' && node.label !== null && groups.at(-1)?.label !== null)
      groups.push({ label: null, nodes: [node] });
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
        : node.reading === 'columns'
          ? readColumns(node.table).map(({ isLater, ...cell }) => ({
              ...makeCheck(section, [node], { ...cell, kind: 'row', label: around.label }),
              later: section.isLater || isLater,
            }))
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
  const isWhole = !item.isBare && isHalfSaid(item.text) ? saysAll : isSentence;
  const areSentences = flat.filter(({ text }) => isWhole(text)).length * 2 > flat.length;
  if (!hasOwnState && isAsked(item) && joined.length <= JOINED_MAX && !(isName && areSentences && flat.length > 1))
    return [
      makeCheck(section, [item, ...walkNodes(item.children)], { ...given, text: joined, kind: 'group', attached }),
    ];
  // The item is a title for its children: each of those is a check, and the item's own line belongs to the first.
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

/** Sentences of a paragraph; in a section with a list only strict requirements were classified as work. */
function readProse(section: Section, node: Node, label: string | null): Check[] {
  const run = readRunOn(node.text);
  if (run !== null)
    return run.items.map((text) => makeCheck(section, [node], { text, label: label ?? run.label, kind: 'item' }));
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
  if (node.table === null) return [];
  const { columns, read } = createRowReader(node.table);
  return node.table.rows.flatMap(({ cells, start, end, set }) => {
    if (cells.every((cell) => cell === '') || (set !== null && !isAsked(set))) return [];
    const { cell, id, name } = read(cells);
    const acceptance = columns.acceptance >= 0 ? (cells[columns.acceptance] ?? '') : '';
    const status = columns.status >= 0 ? (cells[columns.status] ?? '') : '';
    const done =
      set === null ? node.role === 'done' || (columns.status >= 0 && isDoneCell(status)) : set.role === 'done';
    const isTask = node.reading === 'tasks' && acceptance !== '';
    const priority = cells.map((each) => priorityIn(`(${each}`)).find((each) => each !== null) ?? section.priority;
    const texts = isTask
      ? [...describedBy(cell, name), ...splitAcceptance(acceptance)]
      : [[cell, acceptance].filter(Boolean).join(' · ')];
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

/** Text of a row besides its name and acceptance is a requirement as well. */
const describedBy = (cell: string, name: string | null) =>
  name === null || !cell.startsWith(`${name}: `) ? [] : [cell.slice(name.length + 2)];

const splitAcceptance = (text: string): string[] => {
  const parts = text
    .split(/\s*(?:;|<br\s*\/?>|•)\s*/u)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length > 1 ? parts : splitSentences(text).map((sentence) => sentence.text);
};
