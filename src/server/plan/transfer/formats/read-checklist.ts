import { TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';
import { eachLine, oneLine, unixLines } from './import-text.ts';

// Each pattern begins at the start and takes a fixed number of characters, so that no line is walked twice.
const mark = /^(?:[-*+•]|\d{1,3}[.)])(?=\s)/;
const box = /^\[([ xX])\]/;
const heading = /^#{1,6}\s/;
/** Conditions beyond the first few go to the description, which no more than this fit into. */
const ITEMS_MAX = TASK_DESCRIPTION_MAX / 5;

export interface ChecklistItem {
  text: string;
  /** Undefined where the line carries no box to tick. */
  ticked: boolean | undefined;
}

/** Conditions written as free text, one a line; an indented line goes on with the one above. */
export function readChecklist(text: string): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  for (const { line } of eachLine(unixLines(text))) {
    const written = line.trimStart();
    if (written === '' || heading.test(written)) continue;
    const bullet = mark.exec(written)?.[0] ?? '';
    const rest = written.slice(bullet.length).trimStart();
    const ticked = box.exec(rest)?.[1];
    const words = oneLine(ticked === undefined ? rest : rest.slice('[x]'.length));
    if (words === '') continue;
    const last = items.at(-1);
    const goesOn = bullet === '' && ticked === undefined && written !== line;
    if (goesOn && last !== undefined) last.text = `${last.text} ${words}`;
    else items.push({ text: words, ticked: ticked === undefined ? undefined : ticked !== ' ' });
    if (items.length > ITEMS_MAX) throw tooMany();
  }
  return items;
}

const tooMany = () =>
  new AppError(
    'VALIDATION_ERROR',
    `A task of the file has more than ${ITEMS_MAX.toLocaleString('en-US')} conditions; shorten it and try again.`,
  );
