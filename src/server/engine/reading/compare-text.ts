import { hash } from 'node:crypto';

/** "FR-12", "FR-A01", "REQ_3", "US-7", "NFR1.2", "R4": what authors call their requirements, and renumber. */
const ID = String.raw`[A-Z][A-Z0-9]{0,9}(?:[-_.][A-Z]{1,10}){0,3}[-_.#]?\d{1,5}(?:\.\d{1,3}){0,3}[a-z]?`;
const AFTER_ID = String.raw`\s*[:.)–—|-]+\s+|\s*[:：]\s*`;
/** In brackets, or set off by a sign; or with a hyphen in it: "FR-12 Export", but not "SHA256 sums". */
const AUTHOR_ID = new RegExp(
  String.raw`^(?:\[${ID}\]|\(${ID}\)|${ID}(?=${AFTER_ID})|[A-Z]{1,6}[-_][A-Z]{0,3}\d{1,5}(?:\.\d{1,3}){0,3}(?=\s))(?:${AFTER_ID}|\s+)`,
  'u',
);
/** "UTF-8 files" says what the files are; "ISO-27001" is no number of a list. */
const THING = /^[[(]?(?:UTF|ISO|SHA|TLS|HTTP|IPV|RFC|AES|WCAG|GPT|UTC|USB|PCI|SOC|COVID|MP|IEC|DIN)[-_]?\d/iu;
/** "3.", "4)", "(2)", "1.2.3", "§7.1": the place in a list. "3 retries" and "1.5 seconds" are no such thing. */
const LIST_NUMBER =
  /^(?:§\s*)?(?:\(\d{1,4}\)|\d{1,4}(?:\.\d{1,3}){0,4}[.)、](?!\d)|\d{1,3}(?:\.\d{1,3})+(?=\s+_*\p{Lu}))\s*/u;
const EMPHASIS = /[*`~]+/gu;
const FRONT = 80;
/** What Markdown puts before the words of a line. */
const MARKUP = /^(?:[\s>*_~`#•+|-]+|\[[ xX]\]\s)+/u;

/** The text without what counts or names it in front: numbers and ids change while the words stay. */
function stripNumber(text: string): string {
  // Emphasis may stand around the number.
  let rest = `${text.slice(0, FRONT).replace(EMPHASIS, '')}${text.slice(FRONT)}`.replace(MARKUP, '');
  for (let turn = 0; turn < 3; turn += 1) {
    const found = LIST_NUMBER.exec(rest) ?? (THING.test(rest) ? null : AUTHOR_ID.exec(rest.slice(0, FRONT)));
    if (found === null) break;
    const after = rest.slice(found[0].length).replace(MARKUP, '');
    if (after === '') break;
    rest = after;
  }
  return rest;
}

/** A text as it is compared: letters and digits only, in one case and one form, without its number in front. */
export function normaliseText(text: string): string {
  // Fast path for plain text, with the same result.
  const isPlain = PLAIN.test(text);
  return stripNumber(isPlain ? text : text.normalize('NFKC'))
    .toLowerCase()
    .replace(isPlain ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const PLAIN = /^[\s!-~]*$/;

/** A 16-digit hash, equal for texts with the same words. Without words, of the symbols. */
export const textKey = (text: string): string => digest(normaliseText(text) || text.trim()).slice(0, 16);

/** An 8-digit hash of the text as it is. */
export const shortKey = (text: string): string => digest(text).slice(0, 8);

const digest = (text: string): string => hash('sha256', text);

const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Further words of a long text do not help to identify it. */
const WORDS_MAX = 200;
const STEM = 5;

/** The set of word stems; character bigrams where words are not separated by spaces. */
export function wordsOf(normalised: string): Set<string> {
  const words = new Set<string>();
  const text = normalised.slice(0, 4_000);
  const isAsian = ASIAN.test(text);
  for (const word of text.split(' ')) {
    if (words.size >= WORDS_MAX) break;
    if (isAsian && word.length > 1 && ASIAN.test(word)) addPairs(words, word);
    else if (word !== '') words.add(word.slice(0, STEM));
  }
  return words;
}

function addPairs(words: Set<string>, word: string): void {
  for (let at = 0; at + 1 < word.length && words.size < WORDS_MAX; at += 1) words.add(word.slice(at, at + 2));
}

/** Sørensen–Dice coefficient, from 0 to 1. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
