import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '#test/hostile-markdown.ts';
import { decodeEntity } from '#test/markdown-html.ts';
import { soak, soakUpTo } from '#test/soak.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { BlockNode, InlineNode } from './tree.ts';

/** Looks per character. An ordinary document takes about eight; addresses in brackets within brackets take the most. */
const LOOKS_MAX = 100;
/** What little a text of a few characters takes. */
const LOOKS_AT_LEAST = 100;
const LENGTH = soakUpTo(100_000);

function looksOf(text: string): number {
  const work = { visits: 0 };
  parseMarkdown(text, decodeEntity, work);
  return work.visits;
}

const boundOf = (text: string) => LOOKS_AT_LEAST + LOOKS_MAX * text.length;

/** How many nodes there are, and how deep they stand. */
function measure(nodes: readonly (BlockNode | InlineNode)[], depth = 1): { count: number; depth: number } {
  let [count, deepest] = [nodes.length, depth];
  for (const node of nodes) {
    const inside =
      node.type === 'list'
        ? node.items.flatMap((item) => item.children)
        : node.type === 'table'
          ? [...node.head, ...node.rows.flatMap((row) => row.cells)].flat()
          : 'children' in node
            ? node.children
            : [];
    const below = measure(inside, depth + 1);
    count += below.count;
    deepest = Math.max(deepest, inside.length === 0 ? depth : below.depth);
  }
  return { count, depth: deepest };
}

describe('a parse looks at each character a bounded number of times', () => {
  it.each(Object.entries(HOSTILE))('in %s, and draws no more than it read', (_name, make) => {
    const text = make(LENGTH);
    const work = { visits: 0 };
    const { children, footnotes } = parseMarkdown(text, decodeEntity, work);
    expect(text.length).toBeGreaterThan(LENGTH * 0.9);
    expect(work.visits).toBeLessThan(boundOf(text));
    const { count, depth } = measure([...children, ...footnotes.flatMap((each) => each.children)]);
    expect(count).toBeLessThanOrEqual(2 * text.length);
    // Blocks, then what stands within them: 32 levels each, and the text at the end.
    expect(depth).toBeLessThan(70);
  });

  it('in any mixture of marks, repeated', () => {
    const marks =
      '*¦_¦~¦`¦[¦]¦(¦)¦!¦<¦>¦&¦|¦\\¦#¦-¦+¦=¦:¦;¦@¦.¦"¦\'¦\n¦ ¦\t¦/¦w¦^¦1¦a¦](¦![¦<!--¦-->¦http://¦www.¦[a]: b¦> ¦- ¦    ¦```';
    const unit = fc
      .array(fc.constantFrom(...marks.split('¦')), { minLength: 1, maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 400 }), (units, times) => {
        const text = units.map((each) => each.repeat(times)).join('');
        expect(looksOf(text)).toBeLessThan(boundOf(text));
      }),
      { numRuns: soak(1_000) },
    );
  });

  it('in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        expect(looksOf(text)).toBeLessThan(boundOf(text));
      }),
    );
  });
});
