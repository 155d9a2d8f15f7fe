import type { Block } from '#markdown/block.ts';
import { countWords } from '../judge-words.ts';

const NUMBERED = /^(\d{1,2})\s*[·.):|–—-]\s*(\S.{0,80})$/u;
const NO_NAME = /[.;,:?!。；，：？！]$/u;
const WORDS_MAX = 8;
const LINES_MIN = 3;
const LEVEL = 2;

/**
 * A document without headings, pasted from a text program: short lines on their own that count up from 1 are its headings.
 * Where the author wrote headings, a numbered line is what it looks like.
 */
export function findNumberedLines(blocks: readonly Block[]): Block[] {
  if (blocks.filter(({ type }) => type === 'heading').length > 1) return [...blocks];
  const names = new Map<Block, string>();
  for (const [i, block] of blocks.entries()) {
    const line = lineOf(block);
    const numbered = line === null ? null : NUMBERED.exec(line);
    const next = blocks[i + 1];
    if (numbered === null || Number(numbered[1]) !== names.size + 1) continue;
    const name = numbered[2] ?? '';
    // Two such lines in a row are a list, not headings of nothing.
    if (next === undefined || (lineOf(next) !== null && NUMBERED.test(lineOf(next) ?? ''))) continue;
    if (!NO_NAME.test(name) && countWords(name) <= WORDS_MAX) names.set(block, `${numbered[1]}. ${name}`);
  }
  if (names.size < LINES_MIN) return [...blocks];
  return blocks.map((block) => {
    const raw = names.get(block);
    return raw === undefined ? block : { type: 'heading', level: LEVEL, raw, start: block.start, end: block.end };
  });
}

/** The only line of a paragraph, or of a list that has one item and nothing in it. */
function lineOf(block: Block): string | null {
  if (block.type === 'paragraph') return block.lines.length === 1 ? (block.lines[0] ?? '').trim() : null;
  if (block.type !== 'list' || block.items.length !== 1 || !block.mark.startsWith('1')) return null;
  const [only, ...others] = block.items[0]?.children ?? [];
  if (only?.type !== 'paragraph' || only.lines.length !== 1 || others.length > 0) return null;
  return `${block.first}${block.mark.slice(1)} ${(only.lines[0] ?? '').trim()}`;
}
