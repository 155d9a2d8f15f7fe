import { countWords } from './judge-words.ts';

const ITEMS_MIN = 3;
const LABEL_MAX = 120;
const MARK = /\s+[-–•]\s+(?=\p{L}|\p{N})/u;
const NUMBER = /\s+(\d{1,2})[.)]\s+(?=\S)/gu;

/** "Criteria: - Members can renew - Clerks can lend - …": a list whose line ends were lost on the way. */
export function readRunOn(text: string): { label: string; items: string[] } | null {
  const [head = '', ...items] = /[:：]\s+1[.)]\s/u.test(text) ? cutNumbered(text) : text.split(MARK);
  const label = head.replace(/\s*[:：]$/u, '');
  // A label ends in a colon, or in a bracket that says how long it takes.
  if (label === head && !/[)）]$/u.test(head)) return null;
  if (items.length < ITEMS_MIN || label === '' || label.length > LABEL_MAX) return null;
  return items.every((item) => countWords(item) > 1) ? { label, items } : null;
}

/** Cut at the numbers that count up from 1; any other is a number of its item. */
function cutNumbered(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(NUMBER)) {
    if (Number(found[1]) !== parts.length + 1) continue;
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}
