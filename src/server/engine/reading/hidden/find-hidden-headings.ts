import type { Block, HeadingBlock } from '#markdown/block.ts';
import { readAuthorId } from '../read-author-id.ts';
import { type PrdBlock, cutRecords } from './cut-records.ts';
import { findLooseCode } from './find-loose-code.ts';
import { joinStories } from './join-stories.ts';
import { lowerHeadings } from './lower-headings.ts';
import { findNumberedLines } from './find-numbered-lines.ts';
import { promoteCounted } from './promote-counted.ts';
import { promoteNumbered } from './promote-numbered.ts';
import { splitScope } from './split-scope.ts';

/** Two of a kind are a series; one bold line with an id may be anything. */
const SERIES_MIN = 2;
const BOLD_LINE = /^(?:\*\*|__)([^*_]+)(?:\*\*|__)[:：]?$/u;

/**
 * The blocks of a document with the headings that were written as something else: a bold line with an id, a numbered line
 * on its own, the record of a story; and with a requirement that was written as a heading as an item. What stands below them hangs under them as it would under a heading.
 */
export function findHiddenHeadings(blocks: readonly Block[]): PrdBlock[] {
  return cutRecords(
    splitScope(
      promoteBoldIds(
        promoteCounted(promoteNumbered(findNumberedLines(lowerHeadings(joinStories(findLooseCode(blocks)))))),
      ),
    ),
  );
}

/** "**FR-3 — Search**" on a line of its own, where other ids of its kind stand so as well. */
function promoteBoldIds(blocks: readonly Block[]): Block[] {
  const found = new Map<Block, HeadingBlock>();
  const series = new Map<string, number>();
  let level = 1;
  for (const block of blocks) {
    if (block.type === 'heading') level = block.level;
    const head = block.type === 'paragraph' ? boldId(block.lines[0] ?? '') : null;
    if (head === null) continue;
    found.set(block, { type: 'heading', level: level + 1, raw: head.raw, start: block.start, end: block.start });
    series.set(head.prefix, (series.get(head.prefix) ?? 0) + 1);
  }
  return blocks.flatMap((block) => {
    const heading = found.get(block);
    if (heading === undefined || block.type !== 'paragraph') return [block];
    if ((series.get(boldId(block.lines[0] ?? '')?.prefix ?? '') ?? 0) < SERIES_MIN) return [block];
    const rest = block.lines.slice(1);
    return rest.length === 0 ? [heading] : [heading, { ...block, lines: rest, start: block.start + 1 }];
  });
}

function boldId(line: string): { raw: string; prefix: string } | null {
  const raw = BOLD_LINE.exec(line.trim())?.[1]?.trim();
  if (raw === undefined) return null;
  const { id, rest } = readAuthorId(raw);
  return id === null || rest === '' || rest === raw ? null : { raw, prefix: id.replace(/[\d.]+[a-z]?$/iu, '') };
}
