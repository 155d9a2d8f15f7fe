import { eachBlock } from '#markdown/each-block.ts';
import { readLineBlocks } from '#markdown/read-blocks.ts';
import { readLines } from '#markdown/read-lines.ts';

/** Text that must stay one line of plain words: a title, a name, a condition. */
export function escapeInline(text: string): string {
  const escaped = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*[\]<~|]/g, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/&(?=#?\w+;)/g, String.raw`\&`);
  return escapeClosingHashes(escaped);
}

/** A row of hashes at the end would be taken for the closing of a heading. */
function escapeClosingHashes(text: string): string {
  let start = text.length;
  while (text[start - 1] === '#') start -= 1;
  return start === text.length ? text : `${text.slice(0, start)}\\${text.slice(start)}`;
}

/**
 * Markdown of someone's own, as a quotation: its headings, lists and fences, even unclosed ones, end with the quotation.
 * Tags are shown as text, because an unclosed one would swallow all that follows.
 */
export function quoteMarkdown(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n');
  const shown = lines.map(showTags);
  const code = findCode(shown);
  return lines.map((line, i) => `> ${code.has(i + 1) ? line : (shown[i] ?? '')}`.trimEnd());
}

/** The lines of code, where a tag is shown as it is already. Read without tags, as the quotation will be. */
function findCode(shown: readonly string[]): Set<number> {
  const code = new Set<number>();
  for (const block of eachBlock(readLineBlocks(readLines(shown.join('\n')))))
    if (block.type === 'code') for (let line = block.start; line <= block.end; line += 1) code.add(line);
  return code;
}

/** Between backticks a tag is shown as it is already, and a backslash would show too. */
const showTags = (line: string): string =>
  line
    .split(/(\\.|(?<!`)`[^`]*`(?!`))/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/<(?=[A-Za-z/!?])/g, String.raw`\<`)))
    .join('');
