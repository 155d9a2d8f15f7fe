import type { Block } from '#markdown/block.ts';
import { readLineBlocks } from '#markdown/read-blocks.ts';
import { countFrontMatter, readLines } from '#markdown/read-lines.ts';
import { findStrayFences } from './find-stray-fences.ts';

/** Signs that authors of PRDs begin items with, and tick boxes with, although Markdown knows none of them. */
const BULLETS = '-+*•';
const BOXES = ' xX✓✔√☑~-';

/** The blocks of a PRD: those of Markdown, with fences that open nothing read as blank lines. */
export function readPrdBlocks(content: string): Block[] {
  const lines = readLines(content);
  const strays = findStrayFences(lines);
  const kept = strays.size === 0 ? lines : lines.map((line, i) => (strays.has(i) ? '' : line));
  return readLineBlocks(kept, { from: countFrontMatter(lines), bullets: BULLETS, boxes: BOXES });
}
