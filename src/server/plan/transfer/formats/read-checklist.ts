import { TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import { eachBlock } from '#markdown/each-block.ts';
import { readLineBlocks } from '#markdown/read-blocks.ts';
import { PASTED_BULLETS } from '#markdown/read-line-start.ts';
import { readLines } from '#markdown/read-lines.ts';
import { stripContainers } from '#markdown/strip-containers.ts';
import { AppError } from '#server/platform/error.ts';
import { eachLine, oneLine, unixLines } from './import-text.ts';

const box = /^\[([ xX])\]/;
/** Conditions beyond the first few go to the description, which no more than this fit into. */
const ITEMS_MAX = TASK_DESCRIPTION_MAX / 5;

/** Blocks of a text that no task could hold would take much memory for nothing: each of its lines is a condition. */
const READ_MAX = 2 ** 20;

export interface ChecklistItem {
  text: string;
  /** Undefined where the line carries no box to tick. */
  ticked: boolean | undefined;
}

/** Conditions written as free text, one a line; an indented line goes on with the one above, and so does code. */
export function readChecklist(text: string): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  const written = unixLines(text);
  const { code, silent } = findOther(written);
  for (const { line, number } of eachLine(written)) {
    if (silent.has(number)) continue;
    if (code.has(number)) addWords(items, oneLine(line), undefined, true);
    else {
      const rest = stripContainers(line, PASTED_BULLETS).rest;
      const ticked = box.exec(rest)?.[1];
      const words = oneLine(ticked === undefined ? rest : rest.slice('[x]'.length));
      const goesOn = rest === line.trimStart() && ticked === undefined && rest !== line;
      addWords(items, words, ticked === undefined ? undefined : ticked !== ' ', goesOn);
    }
    if (items.length > ITEMS_MAX) throw tooMany();
  }
  return items;
}

/** Lines that are code between fences, and those that say nothing by themselves: fences, headings and rules. */
function findOther(text: string): { code: Set<number>; silent: Set<number> } {
  const code = new Set<number>();
  const silent = new Set<number>();
  if (text.length > READ_MAX) return { code, silent };
  const blocks = readLineBlocks(readLines(text), { bullets: PASTED_BULLETS });
  for (const block of blocks)
    if (block.type === 'heading' || block.type === 'rule') addLines(silent, block.start, block.end);
  for (const block of eachBlock(blocks)) {
    if (block.type !== 'code' || block.fence === undefined) continue;
    addLines(code, block.start, block.end);
    silent.add(block.start);
    if (block.fence.isClosed) silent.add(block.end);
  }
  return { code, silent };
}

function addLines(lines: Set<number>, start: number, end: number): void {
  for (let line = start; line <= end; line += 1) lines.add(line);
}

function addWords(items: ChecklistItem[], text: string, ticked: boolean | undefined, goesOn: boolean): void {
  const last = items.at(-1);
  if (text === '') return;
  if (goesOn && last !== undefined) last.text = `${last.text} ${text}`;
  else items.push({ text, ticked });
}

const tooMany = () =>
  new AppError(
    'VALIDATION_ERROR',
    `A task of the file has more than ${ITEMS_MAX.toLocaleString('en-US')} conditions; shorten it and try again.`,
  );
