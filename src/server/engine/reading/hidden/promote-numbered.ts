import type { Block, HeadingBlock, ItemBlock, ListBlock, TextBlock } from '#markdown/block.ts';
import { countWords } from '../judge-words.ts';
import { readHeading } from '../read-heading.ts';
import { plainText } from '../read-words.ts';

const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){1,3})\.?\s+(\p{L}.{0,90})$/u;
const UNFINISHED = /[.;,:?!。；，：？！]$/u;
const WORDS_MAX = 10;
/** One alone may be a quantity or a version. */
const LINES_MIN = 2;

/**
 * "3.2 Renewals" on a line of its own below "## 3. Requirements", counting up from 3.1: a heading that was never marked. One
 * that is indented, or right behind a bullet, is read by Markdown as words of that bullet, and the list goes on after it.
 */
export function promoteNumbered(blocks: readonly Block[]): Block[] {
  const written: Block[] = [];
  let part: Block[] = [];
  let head: HeadingBlock | null = null;
  const close = () => {
    written.push(...promotePart(head, part));
    part = [];
  };
  for (const block of blocks) {
    if (block.type !== 'heading') {
      part.push(block);
      continue;
    }
    close();
    written.push(block);
    head = block;
  }
  close();
  return written;
}

function promotePart(head: HeadingBlock | null, part: readonly Block[]): readonly Block[] {
  const number = head === null ? null : readHeading(head.raw).number;
  if (head === null || number === null) return part;
  let count = 0;
  const readHead = (line: string, at: number): HeadingBlock | null => {
    const raw = plainText(line);
    const numbered = NUMBERED.exec(raw);
    if (numbered === null || numbered[1] !== `${number}.${count + 1}`) return null;
    if (UNFINISHED.test(raw) || countWords(numbered[2] ?? '') > WORDS_MAX) return null;
    count += 1;
    return { type: 'heading', level: head.level + 1, raw, start: at, end: at };
  };
  const promoted = part.flatMap((block, i): Block[] => {
    if (block.type === 'list') return cutList(block, readHead);
    const isFollowed = part[i + 1] !== undefined && !isNumberedLine(part[i + 1]);
    if (block.type !== 'paragraph' || block.lines.length !== 1 || !isFollowed) return [block];
    return [readHead(block.lines[0] ?? '', block.start) ?? block];
  });
  return count < LINES_MIN ? part : promoted;
}

const isNumberedLine = (block: Block | undefined): boolean =>
  block?.type === 'paragraph' && block.lines.length === 1 && NUMBERED.test((block.lines[0] ?? '').trim());

type ReadHead = (line: string, at: number) => HeadingBlock | null;

/** The list in pieces, a heading behind each item that ends in one. */
function cutList(list: ListBlock, readHead: ReadHead): Block[] {
  const pieces: Block[] = [];
  let items: ItemBlock[] = [];
  const close = () => {
    const [first] = items;
    const last = items.at(-1);
    if (first !== undefined && last !== undefined) pieces.push({ ...list, items, start: first.start, end: last.end });
    items = [];
  };
  for (const item of list.items) {
    const cut = cutItem(item, readHead);
    items.push(cut?.item ?? item);
    if (cut === null) continue;
    close();
    pieces.push(cut.heading);
  }
  close();
  return pieces.length === 1 ? [list] : pieces;
}

function cutItem(item: ItemBlock, readHead: ReadHead): { item: ItemBlock; heading: HeadingBlock } | null {
  const last = item.children.at(-1);
  if (last?.type !== 'paragraph' || (item.children.length === 1 && last.lines.length === 1)) return null;
  const heading = readHead((last.lines.at(-1) ?? '').trim(), last.start + last.lines.length - 1);
  if (heading === null) return null;
  const lines = last.lines.slice(0, -1);
  const before = item.children.slice(0, -1);
  const end = lines.length > 0 ? last.start + lines.length - 1 : (before.at(-1)?.end ?? item.start);
  const rest: TextBlock[] = lines.length > 0 ? [{ ...last, lines, end }] : [];
  return { item: { ...item, end, children: [...before, ...rest] }, heading };
}
