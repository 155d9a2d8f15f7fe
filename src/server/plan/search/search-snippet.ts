import type { SearchHit } from '#contract/search.ts';

/** Around a word that was found. They are taken out of a text before it is marked, so that no text can bring its own. */
export const MARKERS = { start: '\u0002', end: '\u0003' };

const SNIPPET_MAX = 200;
/** Characters shown before the first hit. */
const BEFORE = 40;
/** How far a cut moves to fall between two words. */
const SLACK = 16;

interface Letter {
  text: string;
  hit: boolean;
}

/** One line of at most 200 characters around the hits of a marked text, in parts that are a hit or are not. */
export function makeSnippet(
  marked: string,
  around: { literals: string[]; whole: string; words: string[]; cutBefore: boolean; cutAfter: boolean },
): SearchHit['snippet'] {
  const letters = readLetters(marked);
  markTexts(letters, around.literals);
  // What was found inside a path or a tag is no word to the database, and comes without a mark.
  if (!hasHit(letters)) markTexts(letters, [around.whole]);
  if (!hasHit(letters)) markTexts(letters, around.words);
  const { start, end } = chooseWindow(letters, around);
  const shown = letters.slice(start, end);
  const before = start > 0 || around.cutBefore;
  const after = end < letters.length || around.cutAfter;
  if (before && shown.length > 0) shown.unshift({ text: '…', hit: false });
  if (after && shown.length > 0) shown.push({ text: '…', hit: false });
  return joinParts(shown);
}

function readLetters(marked: string): Letter[] {
  const letters: Letter[] = [];
  let hit = false;
  for (const text of marked) {
    if (text === MARKERS.start || text === MARKERS.end) hit = text === MARKERS.start;
    else if (!/\s/u.test(text)) letters.push({ text, hit });
    else if (letters.length > 0 && letters.at(-1)?.text !== ' ') letters.push({ text: ' ', hit });
  }
  if (letters.at(-1)?.text === ' ') letters.pop();
  return letters;
}

const hasHit = (letters: Letter[]) => letters.some(({ hit }) => hit);

function markTexts(letters: Letter[], texts: string[]): void {
  const lowered = letters.map(({ text }) => text.toLowerCase());
  for (const text of texts) {
    const wanted = [...text.replaceAll(/\s+/gu, ' ')].map((letter) => letter.toLowerCase());
    for (let start = 0; start + wanted.length <= lowered.length; start += 1) {
      if (!wanted.every((letter, i) => lowered[start + i] === letter)) continue;
      for (const letter of letters.slice(start, start + wanted.length)) letter.hit = true;
    }
  }
}

/** The stretch with the most marked letters, the first of several; it begins and ends between words where it can. */
function chooseWindow(
  letters: Letter[],
  { cutBefore, cutAfter }: { cutBefore: boolean; cutAfter: boolean },
): { start: number; end: number } {
  const room = Math.min(letters.length, SNIPPET_MAX - 2);
  let best = { start: 0, count: 0 };
  for (const [place, letter] of letters.entries()) {
    if (!letter.hit || letters[place - 1]?.hit === true) continue;
    const start = Math.min(Math.max(0, place - BEFORE), letters.length - room);
    const count = letters.slice(start, start + room).filter(({ hit }) => hit).length;
    if (count > best.count) best = { start, count };
  }
  const end = best.start + room;
  return {
    start: best.start > 0 || cutBefore ? nextWord(letters, best.start) : 0,
    end: end < letters.length || cutAfter ? wordEnd(letters, end) : end,
  };
}

function nextWord(letters: Letter[], from: number): number {
  if (letters[from - 1]?.text === ' ') return from;
  const skipped = letters.slice(from, from + SLACK);
  const space = skipped.findIndex(({ text }) => text === ' ');
  return space === -1 || hasHit(skipped.slice(0, space)) ? from : from + space + 1;
}

function wordEnd(letters: Letter[], end: number): number {
  if (letters[end]?.text === ' ') return end;
  const from = Math.max(0, end - SLACK);
  const skipped = letters.slice(from, end);
  const space = skipped.findLastIndex(({ text }) => text === ' ');
  return space === -1 || hasHit(skipped.slice(space)) ? end : from + space;
}

function joinParts(letters: Letter[]): SearchHit['snippet'] {
  const parts: SearchHit['snippet'] = [];
  for (const { text, hit } of letters) {
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += text;
    else parts.push({ text, hit });
  }
  return parts;
}
