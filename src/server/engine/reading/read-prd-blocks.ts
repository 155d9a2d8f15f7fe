import type { Block } from '#markdown/block.ts';
import { readLineBlocks } from '#markdown/read-blocks.ts';
import { PASTED_BULLETS } from '#markdown/read-line-start.ts';
import { countFrontMatter, readLines } from '#markdown/read-lines.ts';
import { findStrayFences } from './find-stray-fences.ts';

/** Signs that authors of PRDs tick boxes with, although GFM knows only the first three. */
const BOXES = ' xX✓✔√☑~-';

/** The blocks of a PRD: those of Markdown, with fences that open nothing read as blank lines. */
export function readPrdBlocks(content: string): Block[] {
  const lines = readLines(content);
  const strays = findStrayFences(lines);
  const kept = strays.size === 0 ? lines : lines.map((line, i) => (strays.has(i) ? '' : line));
  return readLineBlocks(kept, { from: countFrontMatter(lines), bullets: PASTED_BULLETS, boxes: BOXES });
}
