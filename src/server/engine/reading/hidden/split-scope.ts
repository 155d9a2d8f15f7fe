import type { Block, HeadingBlock } from '#markdown/block.ts';
import { INCLUDED, NOT_INCLUDED } from '../heading-patterns.ts';
import { plainText } from '../read-words.ts';

const LABEL_MAX = 60;

interface Label {
  at: number;
  isIn: boolean;
}

/**
 * "Included:" and "Not included:" over the two lists of one section are its two parts: one is asked for and the other is
 * not, so no answer could be right for both. Only where both stand there, for either word may be a lead-in of anything.
 */
export function splitScope(blocks: readonly Block[]): Block[] {
  const headings = new Map<number, HeadingBlock>();
  let level = 1;
  let labels: Label[] = [];
  const close = () => {
    if (labels.some(({ isIn }) => isIn) && labels.some(({ isIn }) => !isIn))
      for (const { at } of labels) {
        const block = blocks[at];
        if (block?.type !== 'paragraph') continue;
        const { start, lines } = block;
        headings.set(at, { type: 'heading', level: level + 1, raw: lines[0] ?? '', start, end: start });
      }
    labels = [];
  };
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'heading') {
      close();
      level = block.level;
    } else {
      const isIn = readLabel(block, blocks[at + 1]);
      if (isIn !== null) labels.push({ at, isIn });
    }
  }
  close();
  return blocks.flatMap((block, at): Block[] => {
    const heading = headings.get(at);
    if (heading === undefined || block.type !== 'paragraph') return [block];
    const lines = block.lines.slice(1);
    return lines.length === 0 ? [heading] : [heading, { ...block, lines, start: block.start + 1 }];
  });
}

/** Whether it is the label of what is in or of what is out; null where it is none, or has no list. */
function readLabel(block: Block, next: Block | undefined): boolean | null {
  if (block.type !== 'paragraph') return null;
  const [first = ''] = block.lines;
  if (first.length > LABEL_MAX || (block.lines.length === 1 && next?.type !== 'list')) return null;
  const text = plainText(first);
  const name = text.replace(/\s*[:：]$/u, '').replace(/\s*[(（][^()（）]*[)）]$/u, '');
  if (name === text && !/^(?:\*\*|__)/u.test(first)) return null;
  if (NOT_INCLUDED.test(name)) return false;
  return INCLUDED.test(name) ? true : null;
}
