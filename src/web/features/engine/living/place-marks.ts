import type { DrawnNode } from '#web/ui/markdown/markdown.tsx';

export interface MarkedLine {
  id: string;
  start_line: number;
}

/** Where a sentence can stand. A cell stands for its row, so only the last one of each counts. */
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'td', 'th']);
const INSIDE_ITEM = new Set(['p', 'ul', 'ol', 'div', 'blockquote', 'pre', 'table']);
export const MARK_TAG = 'samp';

/**
 * Puts an empty mark at the end of the block each requirement stands in, and tells every block its lines. Runs after
 * the text was made safe: what it adds is ours.
 */
export function placeMarks(requirements: readonly MarkedLine[]) {
  return () => (tree: DrawnNode) => {
    const blocks = blocksOf(tree);
    for (const block of blocks) tellLines(block);
    for (const requirement of requirements) {
      const place = findBlock(blocks, requirement.start_line);
      if (place) addMark(place, requirement.id);
    }
  };
}

function blocksOf(node: DrawnNode): DrawnNode[] {
  const inner = (node.children ?? []).flatMap(blocksOf);
  if (node.tagName === 'tr') return inner.slice(-1);
  // An item whose text is a paragraph of its own is spoken for by that paragraph.
  const isBlock = BLOCKS.has(node.tagName ?? '') && !(node.tagName === 'li' && startsWithParagraph(node));
  return isBlock ? [node, ...inner] : inner;
}

const startsWithParagraph = ({ children = [] }: DrawnNode) =>
  children.find(({ type }) => type === 'element')?.tagName === 'p';

function tellLines(block: DrawnNode) {
  if (!block.position) return;
  const { start } = block.position;
  block.properties = { ...block.properties, dataStart: start.line, dataEnd: lastLine(block) };
}

/** Of an item, the lines of its own text: those of the items below it are theirs. */
function lastLine(block: DrawnNode) {
  const end = block.position?.end.line ?? 0;
  if (block.tagName !== 'li') return end;
  const below = block.children?.find(({ tagName }) => INSIDE_ITEM.has(tagName ?? ''));
  const from = below?.position?.start.line;
  return from === undefined ? end : Math.max(block.position?.start.line ?? 0, from - 1);
}

/** The block that begins last among those that hold the line. */
function findBlock(blocks: readonly DrawnNode[], line: number) {
  return blocks.findLast(({ properties }) => {
    const [start, end] = [Number(properties?.['dataStart']), Number(properties?.['dataEnd'])];
    return start <= line && line <= end;
  });
}

function addMark(block: DrawnNode, id: string) {
  const mark: DrawnNode = { type: 'element', tagName: MARK_TAG, properties: { dataMark: id }, children: [] };
  const children = block.children ?? [];
  const below = children.findIndex(({ tagName }) => INSIDE_ITEM.has(tagName ?? ''));
  const at = block.tagName === 'li' && below >= 0 ? below : children.length;
  block.children = children.toSpliced(at, 0, mark);
}
