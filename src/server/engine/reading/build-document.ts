import type { Block, ItemBlock, TextBlock } from '#markdown/block.ts';
import { countFrontMatter, readLines } from '#markdown/read-lines.ts';
import { cutListParagraph } from './cut-list-paragraph.ts';
import type { Doc, Node, Section } from './document.ts';
import { findHiddenHeadings } from './hidden/find-hidden-headings.ts';
import { markPlainText } from './hidden/mark-plain-text.ts';
import { nestSections } from './nest-sections.ts';
import { readReferredId } from './read-author-id.ts';
import { readHeading } from './read-heading.ts';
import { readPrdBlocks } from './read-prd-blocks.ts';
import { readRunOn } from './read-run-on.ts';
import { plainText, readWords } from './read-words.ts';
import { isStrict } from './judge-words.ts';
import { splitSentences } from './split-sentences.ts';

/** Deeper items are flattened: nobody nests deeper, and each level is a recursion. */
const DEPTH_MAX = 12;
/** As much of a piece of code as tells what it is. */
const CODE_LINES = 60;

/** A markdown text as sections with their blocks. Every line that is not blank is in one of them. */
export function buildDocument(content: string): Doc {
  const lines = readLines(content);
  const sections: Section[] = [openSection({ heading: '', raw: '', number: null, id: null, level: 0 }, 1, 0)];
  const front = countFrontMatter(lines);
  if (front > 0) sections[0]?.nodes.push(otherNode(1, front));
  for (const block of findHiddenHeadings(readPrdBlocks(markPlainText(content)))) {
    if (block.type === 'heading') {
      const head = { ...readHeading(block.raw), level: block.level };
      const raw = block.about === undefined ? head.raw : `${head.raw} ${block.about}`;
      sections.push(openSection({ ...head, raw }, block.start, block.end));
    } else for (const node of nodesOf(block, 0, lines)) sections.at(-1)?.nodes.push(node);
  }
  coverGaps(lines, sections);
  const doc: Doc = { lines, sections: nestSections(sections, lines.length), title: null };
  doc.title = doc.sections.findLast(({ isTitle }) => isTitle) ?? null;
  for (const { nodes } of doc.sections) readFrontMarks(nodes);
  return doc;
}

type Head = Pick<Section, 'heading' | 'raw' | 'number' | 'id' | 'level'> & Partial<Section>;

const openSection = (head: Head, start: number, headEnd: number): Section => ({
  index: 0,
  start,
  headEnd,
  end: start,
  parent: null,
  children: [],
  nodes: [],
  isTitle: false,
  name: null,
  isDone: false,
  isLater: false,
  priority: null,
  unit: null,
  hasFacets: false,
  facetLabels: new Set(),
  isFacet: false,
  role: null,
  reason: 'no_sign',
  setRole: null,
  ...head,
});

function makeNode(fields: Partial<Node> & Pick<Node, 'kind' | 'start' | 'end'>): Node {
  return {
    depth: 0,
    text: '',
    lines: '',
    label: null,
    isBare: false,
    id: null,
    checked: null,
    mark: null,
    front: null,
    children: [],
    table: null,
    role: 'context',
    reason: 'prose',
    setBy: null,
    reading: null,
    ...fields,
  };
}

const otherNode = (start: number, end: number): Node => makeNode({ kind: 'other', start, end, reason: 'material' });

function nodesOf(block: Block, depth: number, source: readonly string[]): Node[] {
  const { start, end } = block;
  switch (block.type) {
    case 'paragraph':
      if (isTagsOnly(block)) return [otherNode(start, end)];
      return cutListParagraph(block).map((piece) => (piece.isItem ? itemOf(piece, depth) : paragraphOf(piece)));
    case 'list':
      return block.items.flatMap((item) => listItem(item, depth, source));
    case 'quote':
      return block.children.flatMap((child) =>
        nodesOf(child, depth, source).map((node) =>
          node.kind === 'paragraph' ? { ...node, kind: 'quote' as const } : node,
        ),
      );
    case 'table': {
      const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map(plainText), set: null }));
      const table = { head: block.head.cells.map(plainText), rows };
      return [makeNode({ kind: 'table', start, end, text: table.head.join(' · '), table })];
    }
    case 'code':
      return [
        makeNode({
          kind: 'code',
          start,
          end,
          reason: 'code',
          lines: source.slice(start - 1, Math.min(end, start + CODE_LINES)).join('\n'),
        }),
      ];
    case 'heading': {
      // Inside an item or a quote: a label there.
      const { heading } = readHeading(block.raw);
      return [makeNode({ kind: 'label', start, end, text: heading, lines: heading, label: heading, isBare: true })];
    }
    default:
      return [otherNode(start, end)];
  }
}

/** Pictures and line breaks written as HTML, with no words between them. */
const isTagsOnly = ({ lines }: TextBlock): boolean =>
  lines[0]?.startsWith('<') === true && plainText(lines.join('\n')) === '';

interface Piece {
  lines: string[];
  start: number;
  end: number;
  checked?: boolean | null;
}

function paragraphOf({ lines, start, end }: Piece): Node {
  const words = readWords(lines);
  const isLabel = words.isBare || isLeadIn(words);
  const label = words.label ?? readRunOn(words.text)?.label ?? null;
  return makeNode({ kind: isLabel ? 'label' : 'paragraph', start, end, ...words, label });
}

const LEAD_IN_MAX = 120;
/** Sentences may stand before it, as long as they ask for nothing that it would hide. */
const LONG_LEAD_IN_MAX = 240;

function isLeadIn({ text, lines }: Pick<Node, 'text' | 'lines'>): boolean {
  if (!text.endsWith(':') || text.length > LONG_LEAD_IN_MAX) return false;
  return (
    text.length <= LEAD_IN_MAX ||
    !splitSentences(lines)
      .slice(0, -1)
      .some((each) => isStrict(each.text))
  );
}

function itemOf({ lines, start, end, checked = null }: Piece, depth: number): Node {
  const words = readWords(lines);
  const id = words.id ?? (checked === null ? null : readReferredId(words.text));
  return makeNode({ kind: 'item', start, end, depth, ...words, id, checked });
}

function listItem(item: ItemBlock, depth: number, source: readonly string[]): Node[] {
  const [first, ...rest] = item.children;
  const isText = first?.type === 'paragraph';
  const own: TextBlock | null = isText ? first : null;
  const below = isText ? rest : item.children;
  // "- - a", "- > a": what stands on the item's own line takes its place, for a line is in one block.
  if (own === null && first?.start === item.start) return below.flatMap((child) => nodesOf(child, depth, source));
  const lines = own?.lines ?? [];
  const node = itemOf({ lines, start: item.start, end: own?.end ?? item.start, checked: item.checked }, depth);
  const deeper = Math.min(depth + 1, DEPTH_MAX);
  node.children = below.flatMap((child) => nodesOf(child, deeper, source));
  return [node];
}

/** "✅" before every item is a bullet; where only some have it, it is their state. */
function readFrontMarks(nodes: readonly Node[]): void {
  const items = nodes.filter(({ kind }) => kind === 'item');
  if (items.some(({ front }) => front === 'done') && items.some(({ front }) => front !== 'done'))
    for (const item of items) item.mark ??= item.front ?? (items.every(({ front }) => front !== null) ? 'open' : null);
  for (const item of items) readFrontMarks(item.children);
}

/** Safety net: a non-blank line that no block covers becomes context. */
function coverGaps(lines: readonly string[], sections: readonly Section[]): void {
  const isCovered = new Uint8Array(lines.length + 2);
  const cover = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      isCovered.fill(1, node.start, node.end + 1);
      cover(node.children);
    }
  };
  for (const section of sections) {
    if (section.headEnd > 0) isCovered.fill(1, section.start, section.headEnd + 1);
    cover(section.nodes);
  }
  const mended = new Set<Section>();
  let at = 0;
  for (const [i, line] of lines.entries()) {
    if (isCovered[i + 1] === 1 || line.trim() === '') continue;
    while ((sections[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= i + 1) at += 1;
    const home = sections[at];
    if (home === undefined) continue;
    home.nodes.push(otherNode(i + 1, i + 1));
    mended.add(home);
  }
  for (const { nodes } of mended) nodes.sort((a, b) => a.start - b.start);
}
