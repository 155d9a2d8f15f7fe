import type { HeadingBlock } from '#markdown/block.ts';
import { BlockReader } from '#markdown/read-blocks.ts';
import { readLines } from '#markdown/read-lines.ts';

export interface Section {
  /** Empty for what stands above the first heading. */
  title: string;
  body: string;
}

const LEVEL = 2;
const HEADING_MAX = 200;
const begin = /^\s*<!--\s*([\w:]+):BEGIN\s*-->\s*$/;
const end = /^\s*<!--\s*([\w:]+):END\s*-->\s*$/;

/**
 * Cuts a task's body at its second-level headings. A heading inside a fence, or between the markers that Backlog.md
 * puts around its own sections, belongs to the text. Comment markers stay, because they separate comments.
 */
export function splitSections(body: string): Section[] {
  const lines = body.split(/\r\n?|\n/);
  const { headings, markers } = findHeadings(body);
  const sections = [{ title: '', lines: new Array<string>() }];
  for (let i = 0; i < lines.length; i += 1) {
    const heading = headings.get(i + 1);
    if (heading !== undefined) {
      sections.push({ title: heading.raw, lines: [] });
      i = heading.end - 1;
    } else if (!markers.has(i + 1)) sections.at(-1)?.lines.push(lines[i] ?? '');
  }
  return sections
    .map(({ title, lines: own }) => ({ title, body: own.join('\n').trim() }))
    .filter(({ title, body: text }) => title !== '' || text !== '');
}

/** What a marker encloses is not read, so that code which never ends does not reach beyond it. */
function findHeadings(body: string): { headings: Map<number, HeadingBlock>; markers: Set<number> } {
  const headings = new Map<number, HeadingBlock>();
  const markers = new Set<number>();
  let marker: string | undefined;
  let reader = new BlockReader();
  const finish = () => {
    for (const block of reader.finish())
      if (block.type === 'heading' && block.level === LEVEL && block.raw !== '' && block.raw.length <= HEADING_MAX)
        headings.set(block.start, block);
    reader = new BlockReader();
  };
  for (const [i, line] of readLines(body).entries()) {
    if (marker !== undefined) {
      if (end.exec(line)?.[1] !== marker) continue;
      marker = undefined;
      markers.add(i + 1);
      continue;
    }
    reader.read(line, i + 1);
    const opens = begin.exec(line)?.[1];
    if (opens === undefined || opens === 'COMMENT' || reader.isInFence) continue;
    marker = opens;
    markers.add(i + 1);
    finish();
  }
  finish();
  return { headings, markers };
}
