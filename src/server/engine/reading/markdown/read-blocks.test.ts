import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { CORPUS, readFolder } from '#test/score/read-folder.ts';
import { normaliseText } from '../compare-text.ts';
import type { Block } from './block.ts';
import { readBlocks } from './read-blocks.ts';
import { readInline } from './read-inline.ts';

/** One line per block, as both readers see it: what it is, how deep it stands, its lines and its words. */
const TYPES = new Set(['heading', 'paragraph', 'listItem', 'code', 'tableRow', 'blockquote']);

function listOurs(blocks: readonly Block[], depth = 0): string[] {
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

function listTheirs(node: Nodes, depth = 0): string[] {
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
  return [...own, ...node.children.flatMap((child) => listTheirs(child, inner))];
}

const parse = (content: string) =>
  fromMarkdown(content, {
    extensions: [gfm(), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  });

/** Ours takes paragraphs whose lines begin with numbers, "•" or "✅" for the lists their author meant. */
const documents = readFolder(CORPUS).filter(({ name }) => name !== 'choir-planner');

describe('our reader against the markdown parser of the field', () => {
  it.each(documents.map(({ name, content }) => [name, content] as const))(
    'sees the same blocks in %s',
    (_, content) => {
      expect(listOurs(readBlocks(content))).toEqual(listTheirs(parse(content)));
    },
  );

  const line = fc.constantFrom(
    '',
    '',
    'Some words',
    'more words here',
    '# Head',
    '## Head two ##',
    '- item',
    '* star',
    '+ plus',
    '  - nested',
    '    - deeper',
    '1. one',
    '2. two',
    '   more of it',
    '- [ ] box',
    '> quote',
    '> - in quote',
    '>',
    '```',
    '~~~',
    '---',
    '***',
    '| a | b |',
    '|---|---|',
    'lazy text',
    '    four spaces',
    '\ttab',
    '- ',
    '**bold** and `code`',
    '[link](x) text',
    '1) other',
    '<div>',
    '<!-- note -->',
    '\\* escaped',
  );

  it('sees the same headings, items, rows and quotes in any mixture of lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        // Indented code just above an item that could not interrupt a paragraph: micromark takes it for one, CommonMark does not.
        fc.pre(!/^(?: {4}|\t).*\n(?:\s*\n)*(?:- $|2\.)/mu.test(lines.join('\n')));
        const content = `Begin.\n\n${lines.join('\n')}`;
        const only = (list: string[]) =>
          list
            .filter((entry) => /^ *(?:heading|listItem|tableRow|blockquote)/u.test(entry))
            .map((entry) => /^ *\w+ \d+/u.exec(entry)?.[0]);
        expect(only(listOurs(readBlocks(content)))).toEqual(only(listTheirs(parse(content))));
      }),
      { numRuns: 400 },
    );
  });
});
