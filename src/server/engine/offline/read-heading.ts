import type { Block } from './block.ts';
import { readInline } from './read-inline.ts';
import { squeeze } from './split-sentences.ts';

const HEADING_MAX = 120;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2})+)\.?\s+\p{L}/u;
const BOLD = /^(\*\*|__)([^*_]{1,120})\1:?$/u;
const SENTENCE_END = /[.:;,。、]$/u;

/** The heading a block is: marked as one, or a line of its own that is bold or numbered; null for anything else. */
export function readHeading(
  block: Block,
  next: Block | undefined,
  marked: number,
): { text: string; level: number } | null {
  if (block.type === 'heading') {
    const text = squeeze(readInline(block.raw).text);
    return text === '' ? null : { text, level: block.level };
  }
  if (next === undefined || next.type === 'heading') return null;
  if (block.type === 'list') return readNumberedItem(block, next, marked);
  if (block.type !== 'paragraph' || block.lines.length !== 1) return null;
  const raw = block.lines[0] ?? '';
  if (raw.length > HEADING_MAX) return null;
  const number = NUMBERED.exec(raw)?.[1];
  if (number !== undefined && !SENTENCE_END.test(raw))
    return { text: squeeze(readInline(raw).text), level: Math.min(6, number.split('.').length + 1) };
  const bold = BOLD.exec(raw)?.[2]?.trim().replace(/:$/u, '') ?? '';
  return bold === '' || SENTENCE_END.test(bold) ? null : { text: bold, level: Math.min(6, marked + 1) };
}

/** "2. Export" on a line of its own with text below it that is not indented: a list by its form, a heading by its use. */
function readNumberedItem(
  block: Block & { type: 'list' },
  next: Block,
  marked: number,
): { text: string; level: number } | null {
  const [item, ...others] = block.items;
  const [only, ...more] = item?.children ?? [];
  if (item === undefined || others.length > 0 || more.length > 0 || item.checked !== null) return null;
  if (!block.mark.startsWith('1') || only?.type !== 'paragraph' || only.lines.length !== 1) return null;
  const text = squeeze(readInline(only.lines[0] ?? '').text);
  if (text.length > 60 || SENTENCE_END.test(text) || next.type === 'quote') return null;
  return { text: `${block.first}. ${text}`, level: Math.min(6, marked + 1) };
}
