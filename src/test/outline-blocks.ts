import type { Block } from '#markdown/block.ts';
import type { BlockNode } from '#markdown/tree/tree.ts';

/** Every block with its place and what makes it the block it is: one line each, nested ones indented. */
export function outlineBlocks(blocks: readonly Block[], depth = 0): string[] {
  return blocks.flatMap((block): string[] => {
    const { type, start, end } = block;
    const at = (more: string) => `${'  '.repeat(depth)}${type} ${start}-${end}${more}`;
    if (type === 'heading') return [at(` of level ${block.level}`)];
    if (type === 'code') return [at(` ${block.fence?.mark ?? ''} ${block.fence?.isClosed} ${block.lines.length}`)];
    if (type === 'html') return [at(` ${block.lines.length}`)];
    if (type === 'table') return [at(''), ...[block.head, ...block.rows].map((row) => `row ${row.start}-${row.end}`)];
    if (type === 'quote' || type === 'footnote') return [at(''), ...outlineBlocks(block.children, depth + 1)];
    if (type !== 'list') return [at('')];
    const items = block.items.flatMap((item) => [
      `${'  '.repeat(depth)}item ${item.start}-${item.end} by ${item.indent}`,
      ...outlineBlocks(item.children, depth + 1),
    ]);
    return [at(` ${block.mark} ${block.first}`), ...items];
  });
}

const countLines = (lines: readonly string[]) => Math.max(1, lines.length);
const table = (columns: number, rows: number) => `table of ${Math.min(columns, 100)} times ${rows}`;

/** What is drawn of blocks, without their places. Paragraphs are left out: one of link definitions is not drawn. */
export function outlineDrawn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'heading') return [`heading ${block.level}`];
    if (block.type === 'code') return [`code of ${countLines(block.lines)}`];
    if (block.type === 'html') return [`html of ${countLines(block.lines)}`];
    if (block.type === 'rule') return ['rule'];
    if (block.type === 'table') return [table(block.head.cells.length, block.rows.length)];
    if (block.type === 'quote') return ['quote (', ...outlineDrawn(block.children), ')'];
    if (block.type !== 'list') return [];
    return block.items.flatMap(({ checked, children }) => [
      `item ${block.first} ${checked} (`,
      ...outlineDrawn(children),
      ')',
    ]);
  });
}

/** The same of the tree that is drawn. */
export function outlineTree(nodes: readonly BlockNode[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (node.type === 'heading') return [`heading ${node.depth}`];
    if (node.type === 'code') return [`code of ${node.value.split('\n').length}`];
    if (node.type === 'html') return [`html of ${node.value.split('\n').length}`];
    if (node.type === 'thematicBreak') return ['rule'];
    if (node.type === 'table') return [table(node.head.length, node.rows.length)];
    if (node.type === 'blockquote') return ['quote (', ...outlineTree(node.children), ')'];
    if (node.type !== 'list') return [];
    return node.items.flatMap(({ checked, children }) => [
      `item ${node.start} ${checked} (`,
      ...outlineTree(children),
      ')',
    ]);
  });
}
