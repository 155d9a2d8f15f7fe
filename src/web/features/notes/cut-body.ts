import { NOTE_CUT } from '#contract/constants.ts';
import type { Block, CodeBlock } from '#markdown/block.ts';
import { BlockReader } from '#markdown/read-blocks.ts';
import { readLines } from '#markdown/read-lines.ts';

const ELLIPSIS = '...';

interface Last {
  block: Block | undefined;
  /** The code block the text ends in, if its fence is not closed. */
  code: CodeBlock | undefined;
  /** Prefix of its container blocks (quote signs and indentation), which the closing fence must repeat. */
  before: string;
}

/** Truncates a long text with "..." and closes the Markdown that the cut left open. */
export function cutBody(body: string, max = NOTE_CUT): { text: string; isCut: boolean } {
  if (body.length <= max) return { text: body, isCut: false };
  const head = dropHalfCharacter(body.slice(0, max));
  const lines = head.split(/\r\n?|\n/);
  const { block, code, before } = findLast(head);
  if (code?.fence === undefined) return { text: closeText(head, lines, block), isCut: true };
  // A fence whose first line was cut, or that has no code yet, shows nothing and is dropped.
  if (code.start === lines.length) return { text: [...lines.slice(0, -1), ELLIPSIS].join('\n'), isCut: true };
  const { mark } = code.fence;
  const shown = isHalfOf(lines.at(-1) ?? '', mark) ? lines.slice(0, -1) : lines;
  const last = shown.at(-1) ?? '';
  // The ellipsis is part of the code block, so it is indented at least as far as the fence.
  const end = `${last.length < before.length ? before : last}${ELLIPSIS}`;
  return { text: [...shown.slice(0, -1), end, `${before}${mark}`].join('\n'), isCut: true };
}

function findLast(head: string): Last {
  const reader = new BlockReader();
  for (const [i, line] of readLines(head).entries()) reader.read(line, i + 1);
  const { isInFence } = reader;
  let block = reader.finish().at(-1);
  let before = '';
  while (block?.type === 'quote' || block?.type === 'list') {
    const item = block.type === 'list' ? block.items.at(-1) : undefined;
    before += item === undefined ? '> ' : ' '.repeat(item.indent);
    const children: Block[] = block.type === 'quote' ? block.children : (item?.children ?? []);
    block = children.at(-1);
  }
  return { block, code: isInFence && block?.type === 'code' ? block : undefined, before };
}

/** Only the block that reaches the last line can be open. */
function closeText(head: string, lines: readonly string[], block: Block | undefined): string {
  if (block === undefined || block.end < lines.length) return `${head}${ELLIPSIS}`;
  // An ellipsis on the line of a closing fence would make it no closing fence.
  if (block.type === 'code' && block.fence !== undefined) return `${head}\n${ELLIPSIS}`;
  if (block.type === 'code') return `${head}${ELLIPSIS}`;
  const start = block.type === 'table' ? block.end : block.start;
  return closeInline(dropHalfAddress(head), lines.slice(start - 1).join('\n'));
}

/** A cut inside a surrogate pair leaves a lone surrogate, which is no character. */
function dropHalfCharacter(text: string) {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Whether the last line is a closing fence that was cut in the middle. */
function isHalfOf(line: string, mark: string) {
  const shown = line.replace(/^[\s>]*/, '').trim();
  return shown !== '' && mark.startsWith(shown);
}

/** A truncated URL would link to another page. */
function dropHalfAddress(head: string) {
  const start = head.search(/\S+$/);
  const word = start === -1 ? '' : head.slice(start);
  const isAddress = /:\/\/|\]\(|^www\.|@/.test(word);
  return isAddress && start > head.length / 2 ? head.slice(0, start) : head;
}

/** Closes inline code, bold and strikethrough that begin in the last paragraph and do not end in it. */
function closeInline(head: string, paragraph: string) {
  const ticks = openTicks(paragraph);
  if (ticks !== undefined) return `${head}${ELLIPSIS}${ticks}`;
  const words = paragraph.replaceAll(/(`+)[^`]*\1/g, '');
  const open = ['**', '~~'].filter((mark) => words.split(mark).length % 2 === 0);
  return `${head}${ELLIPSIS}${open.toReversed().join('')}`;
}

function openTicks(paragraph: string) {
  let open: string | undefined;
  for (const [run] of paragraph.matchAll(/`+/g)) {
    if (open === undefined) open = run;
    else if (open === run) open = undefined;
  }
  return open;
}
