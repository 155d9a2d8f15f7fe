import type { Block } from '#markdown/block.ts';

/** How a line of code begins, or ends, that hardly any other line does. */
const BEGINS =
  /^(?:--|\/\/|\\#)\s|^[})\]]+[;,]?$|^[A-Z][A-Z0-9_]{3,}=|^(?:GET|POST|PUT|PATCH|DELETE) \/|^(?:CREATE|ALTER|INSERT|SELECT|DROP) [A-Z]|^\w+ (?:UUID|TEXT|JSONB|INTEGER|BOOLEAN|TIMESTAMPTZ|VARCHAR|DECIMAL)(?:[ (,]|$)/u;
const ENDS = /[;{}]$|\);?$/u;
const SHARE = 0.6;

/** Lines of code that stand in the text without a fence are code; pieces of it with nothing between are one. */
export function findLooseCode(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  let last: Block | null = null;
  for (const block of blocks) {
    if (block.type !== 'paragraph' || !(isCode(block.lines) || (last !== null && isComment(block.lines)))) {
      found.push(block);
      last = null;
    } else if (last === null) {
      last = { type: 'code', lines: [], info: '', start: block.start, end: block.end };
      found.push(last);
    } else last.end = block.end;
  }
  return found;
}

function isCode(lines: readonly string[]): boolean {
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  if (lines.length > 1 && isBegun(first) && (isEnded(last) || isBegun(last))) return true;
  const own = lines.filter((line) => isBegun(line) || /[;{}]$/u.test(line.slice(-1))).length;
  return own > 1 && own >= SHARE * lines.length;
}

/** A comment between two pieces of code. */
const isComment = (lines: readonly string[]) => lines.every((line) => /^(?:--|\/\/)\s/u.test(line));

const isBegun = (line: string) => BEGINS.test(line.slice(0, 80));
const isEnded = (line: string) => ENDS.test(line.slice(-2));
