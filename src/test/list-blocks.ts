import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import type { Block } from '#markdown/block.ts';
import { readInline } from '#markdown/read-inline.ts';
import { normaliseText } from '#server/engine/reading/compare-text.ts';

/** One line per block, as both readers see it: what it is, how deep it stands, its lines and its words. */
const TYPES = new Set(['heading', 'paragraph', 'listItem', 'code', 'tableRow', 'blockquote']);

export function listOurs(blocks: readonly Block[], depth = 0): string[] {
  return blocks.flatMap((block): string[] => {
    const at = (type: string, { start, end }: { start: number; end: number }, raw = '') =>
      `${'  '.repeat(depth)}${type} ${start}-${end} ${normaliseText(readInline(raw).text)}`.trimEnd();
    if (block.type === 'heading') return [at('heading', block, block.raw)];
    if (block.type === 'paragraph') return [at('paragraph', block, block.lines.join('\n'))];
    if (block.type === 'code') return [at('code', block)];
    if (block.type === 'table')
      return [block.head, ...block.rows].map((row) => at('tableRow', row, row.cells.join(' ')));
    if (block.type === 'quote') return [at('blockquote', block), ...listOurs(block.children, depth + 1)];
    if (block.type === 'list')
      return block.items.flatMap((item) => [at('listItem', item), ...listOurs(item.children, depth + 1)]);
    return [];
  });
}

function listNode(node: Nodes, depth = 0): string[] {
  const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 0 } };
  const isText = node.type === 'heading' || node.type === 'paragraph' || node.type === 'tableRow';
  const said =
    node.type === 'tableRow'
      ? node.children.map((cell) => toString(cell, { includeImageAlt: false })).join(' ')
      : toString(node, { includeImageAlt: false });
  const own = TYPES.has(node.type)
    ? [`${'  '.repeat(depth)}${node.type} ${start.line}-${end.line} ${isText ? normaliseText(said) : ''}`.trimEnd()]
    : [];
  if (isText || !('children' in node)) return own;
  const inner = node.type === 'listItem' || node.type === 'blockquote' ? depth + 1 : depth;
  return [...own, ...node.children.flatMap((child) => listNode(child, inner))];
}

const parse = (content: string) =>
  fromMarkdown(content, {
    extensions: [gfm(), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  });

/** What the markdown parser of the field sees, told in the same way. */
export const listTheirs = (content: string): string[] => listNode(parse(content));
