import { oneLine, unixLines } from './import-text.ts';

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s*)?(.*)$/;
const box = /^\s*\[([ xX])\]\s*(.*)$/;
const heading = /^\s*#{1,6}\s/;

export interface ChecklistItem {
  text: string;
  /** Undefined where the line carries no box to tick. */
  ticked: boolean | undefined;
}

/** Conditions written as free text, one a line; an indented line goes on with the one above. */
export function readChecklist(text: string): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  for (const line of unixLines(text).split('\n')) {
    if (line.trim() === '' || heading.test(line)) continue;
    const match = bullet.exec(line) ?? box.exec(line);
    const words = oneLine(match?.[2] ?? line);
    if (words === '') continue;
    const last = items.at(-1);
    if (match === null && /^\s/.test(line) && last !== undefined) last.text = `${last.text} ${words}`;
    else items.push({ text: words, ticked: match?.[1] === undefined ? undefined : match[1] !== ' ' });
  }
  return items;
}
