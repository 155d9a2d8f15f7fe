import type { HeadingBlock } from '#markdown/block.ts';
import { readBlocks } from '#markdown/read-blocks.ts';

export interface PrdSection {
  /** Empty for the text before the first heading. */
  heading: string;
  start_line: number;
  end_line: number;
  /** The text below the heading. */
  body: string;
}

interface Line {
  number: number;
  text: string;
}

interface Open {
  heading: string;
  start: number;
  lines: Line[];
}

const SECTION_MAX = 20_000;
const HEADING_MAX = 500;
/** Beyond this many, small neighbours are merged: a document of nothing but headings would have a row for each. */
const SECTIONS_MAX = 1_000;

/** Splits Markdown at its headings, and long sections at line ends, into parts small enough to search. */
export function cutPrd(content: string): PrdSection[] {
  const lines = content.split(/\r\n|\n|\r/u).map((text, i) => ({ number: i + 1, text }));
  const cut = cutAtHeadings(content, lines);
  const open = cut.length > SECTIONS_MAX ? joinSmall(cut, Math.ceil(content.length / SECTIONS_MAX)) : cut;
  return open.flatMap(splitLong);
}

function cutAtHeadings(content: string, lines: readonly Line[]): Open[] {
  const sections: Open[] = [];
  let current: Open = { heading: '', start: 1, lines: [] };
  const begin = (next: Open) => {
    if (current.heading !== '' || current.lines.some(isWritten)) sections.push(current);
    current = next;
  };
  let at = 0;
  const readUntil = (line: number) => {
    for (; at < line; at += 1) current.lines.push(lines[at] ?? { number: at + 1, text: '' });
  };
  for (const block of readBlocks(content)) {
    if (block.type !== 'heading') continue;
    readUntil(block.start - 1);
    begin(openAt(block, lines));
    at = block.end;
  }
  readUntil(lines.length);
  begin(current);
  return sections;
}

/** A heading too long for its field stays in the body, so that its words are found. */
function openAt({ raw, start, end }: HeadingBlock, lines: readonly Line[]): Open {
  const heading = raw.trim();
  if (heading.length <= HEADING_MAX) return { heading, start, lines: [] };
  const written = lines.slice(start - 1, Math.max(start, end - 1));
  return { heading: cutText(heading, HEADING_MAX), start, lines: written };
}

const isWritten = ({ text }: Line) => text.trim() !== '';

function joinSmall(sections: Open[], least: number): Open[] {
  const joined: Open[] = [];
  let size = least;
  for (const section of sections) {
    const last = joined.at(-1);
    if (size >= least || last === undefined) {
      joined.push({ ...section, lines: [...section.lines] });
      size = 0;
    } else {
      last.lines.push({ number: section.start, text: section.heading });
      for (const line of section.lines) last.lines.push(line);
    }
    size += section.heading.length + section.lines.reduce((sum, { text }) => sum + text.length + 1, 1);
  }
  return joined;
}

function splitLong({ heading, start, lines }: Open): PrdSection[] {
  const parts: PrdSection[] = [];
  let current: PrdSection = { heading, start_line: start, end_line: start, body: '' };
  for (const { number, text } of lines.flatMap(splitLine)) {
    if (current.body !== '' && current.body.length + text.length >= SECTION_MAX) {
      parts.push(current);
      current = { heading, start_line: number, end_line: number, body: text };
    } else current = { ...current, end_line: number, body: current.body === '' ? text : `${current.body}\n${text}` };
  }
  return [...parts, current];
}

/** A line longer than a part is split between words where possible. */
function splitLine(line: Line): Line[] {
  const pieces: Line[] = [];
  let rest = line.text;
  while (rest.length > SECTION_MAX) {
    const space = rest.lastIndexOf(' ', SECTION_MAX);
    const piece = space > 0 ? rest.slice(0, space) : cutText(rest, SECTION_MAX);
    pieces.push({ number: line.number, text: piece });
    rest = rest.slice(piece.length);
  }
  return [...pieces, { number: line.number, text: rest }];
}

/** Never inside a surrogate pair. */
function cutText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
