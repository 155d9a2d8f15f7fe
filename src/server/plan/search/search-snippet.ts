import type { SearchHit } from '#contract/search.ts';

/** Markers around a hit. They are stripped from the text before it is marked, so that no text can forge them. */
export const MARKERS = { start: '\u0002', end: '\u0003' };

const SNIPPET_MAX = 200;
/** Characters shown before the first hit. */
const BEFORE = 40;
/** How far a cut moves to reach a word boundary. */
const SLACK = 16;

/** Struct of arrays: an object per character would cost more than the processing. */
interface Line {
  letters: string[];
  hits: boolean[];
}

/** One line of at most 200 characters around the hits, in parts that are a hit or not. */
export function makeSnippet(
  marked: string,
  around: { literals: string[]; whole: string; words: string[]; cutBefore: boolean; cutAfter: boolean },
): SearchHit['snippet'] {
  const line = readLine(marked);
  markTexts(line, around.literals);
  // Hits inside a path or tag are no words to PostgreSQL, and come without a marker.
  if (!line.hits.includes(true)) markTexts(line, [around.whole]);
  if (!line.hits.includes(true)) markTexts(line, around.words);
  const { start, end } = chooseWindow(line, around);
  const parts = joinParts(line, start, end);
  if (parts.length === 0) return parts;
  if (start > 0 || around.cutBefore) addSign(parts, 'before');
  if (end < line.letters.length || around.cutAfter) addSign(parts, 'after');
  return parts;
}

function readLine(marked: string): Line {
  const letters: string[] = [];
  const hits: boolean[] = [];
  let hit = false;
  for (const text of marked) {
    if (text === MARKERS.start || text === MARKERS.end) hit = text === MARKERS.start;
    else if (!isSpace(text)) {
      letters.push(text);
      hits.push(hit);
    } else if (letters.length > 0 && letters.at(-1) !== ' ') {
      letters.push(' ');
      hits.push(hit);
    }
  }
  if (letters.at(-1) === ' ') {
    letters.pop();
    hits.pop();
  }
  return { letters, hits };
}

/** Fast check for ASCII before the regular expression. */
const isSpace = (text: string) => (text > ' ' && text < '\u007f' ? false : /\s/u.test(text));

function markTexts({ letters, hits }: Line, texts: string[]): void {
  if (texts.length === 0) return;
  const lowered = letters.map((text) => text.toLowerCase());
  for (const text of texts) {
    const wanted = [...text.replaceAll(/\s+/gu, ' ')].map((letter) => letter.toLowerCase());
    for (let start = 0; start + wanted.length <= lowered.length; start += 1)
      if (wanted.every((letter, i) => lowered[start + i] === letter)) hits.fill(true, start, start + wanted.length);
  }
}

/** The window with the most marked characters, the first of equals; aligned to word boundaries where possible. */
function chooseWindow(
  line: Line,
  { cutBefore, cutAfter }: { cutBefore: boolean; cutAfter: boolean },
): { start: number; end: number } {
  const { letters, hits } = line;
  const room = Math.min(letters.length, SNIPPET_MAX - 2);
  let best = { start: 0, count: 0 };
  for (let place = hits.indexOf(true); place !== -1; place = hits.indexOf(true, place + 1)) {
    if (hits[place - 1] === true) continue;
    const start = Math.min(Math.max(0, place - BEFORE), letters.length - room);
    const count = countHits(hits, start, start + room);
    if (count > best.count) best = { start, count };
  }
  const end = best.start + room;
  return {
    start: best.start > 0 || cutBefore ? nextWord(line, best.start) : 0,
    end: end < letters.length || cutAfter ? wordEnd(line, end) : end,
  };
}

function countHits(hits: readonly boolean[], from: number, to: number): number {
  let count = 0;
  for (let place = from; place < to; place += 1) if (hits[place] === true) count += 1;
  return count;
}

function nextWord({ letters, hits }: Line, from: number): number {
  if (letters[from - 1] === ' ') return from;
  const space = letters.slice(from, from + SLACK).indexOf(' ');
  return space === -1 || countHits(hits, from, from + space) > 0 ? from : from + space + 1;
}

function wordEnd({ letters, hits }: Line, end: number): number {
  if (letters[end] === ' ') return end;
  const from = Math.max(0, end - SLACK);
  const space = letters.slice(from, end).lastIndexOf(' ');
  return space === -1 || countHits(hits, from + space, end) > 0 ? end : from + space;
}

function joinParts({ letters, hits }: Line, start: number, end: number): SearchHit['snippet'] {
  const parts: SearchHit['snippet'] = [];
  for (let from = start; from < end;) {
    const hit = hits[from] === true;
    const next = hits.indexOf(!hit, from);
    const to = next === -1 ? end : Math.min(next, end);
    parts.push({ text: letters.slice(from, to).join(''), hit });
    from = to;
  }
  return parts;
}

/** Adds an ellipsis. */
function addSign(parts: SearchHit['snippet'], side: 'before' | 'after'): void {
  const nearest = side === 'before' ? parts[0] : parts.at(-1);
  if (nearest?.hit === false) nearest.text = side === 'before' ? `…${nearest.text}` : `${nearest.text}…`;
  else if (side === 'before') parts.unshift({ text: '…', hit: false });
  else parts.push({ text: '…', hit: false });
}
