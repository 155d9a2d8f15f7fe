import type { Block, HeadingBlock } from '#markdown/block.ts';
import { countWords, isAsking, isStory } from '../judge-words.ts';
import { readHeading } from '../read-heading.ts';

const COUNTED = /^\p{L}{1,20}\s*#?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?\s*[:.)–—-]\s*/iu;
const WORDS_MIN = 4;

/**
 * "#### Story 1: The clerk must see overdue books" with nothing below is the requirement itself, and so an item of the section
 * above. One after a sibling that has content stays a heading: as an item it would belong to that sibling.
 */
export function lowerHeadings(blocks: readonly Block[]): Block[] {
  let above: HeadingBlock | null = null;
  return blocks.map((block, i) => {
    if (block.type !== 'heading') return block;
    const next = blocks[i + 1];
    const isEmpty = next === undefined || (next.type === 'heading' && next.level <= block.level);
    if (!isEmpty || above === null || above.level >= block.level || !saysWhat(block)) {
      above = block;
      return block;
    }
    return itemOf(block);
  });
}

function saysWhat({ raw }: HeadingBlock): boolean {
  const { heading, id } = readHeading(raw);
  const words = heading.replace(COUNTED, '');
  if (id === null && words === heading) return false;
  return countWords(words) >= WORDS_MIN && (isAsking(words) || isStory(words));
}

function itemOf({ raw, start, end }: HeadingBlock): Block {
  const text: Block = { type: 'paragraph', lines: [raw], start, end };
  return {
    type: 'list',
    mark: '-',
    first: 1,
    start,
    end,
    items: [{ type: 'item', checked: null, indent: 2, start, end, children: [text] }],
  };
}
