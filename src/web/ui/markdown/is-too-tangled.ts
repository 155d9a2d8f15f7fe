import { followBlocks } from './follow-blocks.ts';
import { followCode } from './follow-code.ts';

const LONGEST = 200_000;
const DEEPEST = 24;
/** Marks in one text that could belong to each other. */
const MOST_MARKS = 2_000;
/** Lines, cells and marks, by what drawing them costs. */
const MOST_PIECES = 44_000;
/** Each mark may be looked for in all of its text. */
const MOST_SEARCHED = 20_000_000;
/** Each underlined heading and each quote moves all that stands before it. */
const MOST_MOVED = 4_000_000;

const NESTED_INDENT = /^[ \t]{80,}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const CONTAINERS = /^(?:[ \t]{0,8}(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]*\]:))+/;
const CONTAINER = />|[-*+]|\d+[.)]|\[\^/g;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const DELIMITERS = /^[ \t>]*[|:-][ \t|:-]*$/;
const FENCE = /^[ \t>*+\-\d.)]*(?:```|~~~)/;
const INDENTED_CODE = /^(?: {4}| {0,3}\t)/;
const INDENTED_CODE_INSIDE = /^[ \t]*(?:[-*+>]|\d{1,9}[.)])(?: {5}| *\t)/;
const MARK = /[*_~`[\]!@&<]/g;

/** Calls of footnotes and bare addresses: a few marks, several elements. */
const COSTLY = /\[\^|www\.|https?:/gi;

const count = (line: string, what: RegExp) => line.match(what)?.length ?? 0;

const readContainers = (line: string) => {
  const marks = CONTAINERS.exec(line)?.[0].match(CONTAINER) ?? [];
  return { depth: marks.length, quotes: marks.filter((mark) => mark === '>').length };
};

const startsCode = (line: string, isAfterBlank: boolean) =>
  FENCE.test(line) || INDENTED_CODE_INSIDE.test(line) || (isAfterBlank && INDENTED_CODE.test(line));

/**
 * Quotes in quotes in quotes, thousands of marks waiting for their other half, tables of empty cells: nobody writes
 * them to be read, and finding out what belongs to what can hold up the page for half a minute.
 * Counted is what costs the renderer more than its length tells, in one pass; in doubt the higher count stands.
 */
export function isTooTangled(text: string) {
  if (text.length > LONGEST) return true;
  const isCode = followCode();
  const nextBlock = followBlocks();
  let [lines, pieces, searched, moved] = [0, 0, 0, 0];
  let [columns, quotesBefore, isAfterBlank] = [0, 0, true];
  let block = { marks: 0, length: 0, lines: 0 };

  for (const line of text.split(/\r\n?|\n/)) {
    lines += 1;
    const isInCode = isCode(line);
    const step = nextBlock(isInCode ? '' : line);
    if (step !== 'goes on') {
      searched += block.marks * block.length + block.lines ** 2;
      block = { marks: 0, length: 0, lines: 0 };
    }
    if (isInCode ? FENCE.test(line) : startsCode(line, isAfterBlank)) pieces += 8;
    if (isInCode) {
      [columns, quotesBefore, isAfterBlank] = [0, 0, true];
      continue;
    }

    const { depth, quotes } = readContainers(line);
    if (depth >= DEEPEST || NESTED_INDENT.test(line)) return true;
    if (quotes > quotesBefore || depth > quotes) moved += quotes * lines;
    quotesBefore = quotes;
    pieces += 2 * depth;
    if (step === 'blank') {
      pieces += 0.5;
      [columns, isAfterBlank] = [0, true];
      continue;
    }
    if (!isAfterBlank && UNDERLINE.test(line)) moved += lines;
    if (line.includes('-') && DELIMITERS.test(line)) columns = Math.max(columns, count(line, /[|:]/g) + 1);

    const marks = count(line, MARK);
    block = { marks: block.marks + marks, length: block.length + line.length, lines: block.lines + 1 };
    pieces += 3 + Math.max(columns, count(line, /\|/g)) + marks / 2 + 4 * count(line, COSTLY);
    isAfterBlank = false;
    if (block.marks > MOST_MARKS || pieces > MOST_PIECES || moved > MOST_MOVED) return true;
  }
  searched += block.marks * block.length + block.lines ** 2;
  return pieces > MOST_PIECES || searched > MOST_SEARCHED || moved > MOST_MOVED;
}
