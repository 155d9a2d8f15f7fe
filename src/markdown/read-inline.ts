/** Text without its markup. Line ends stay, so that a sentence can be found in the lines it was written in. */
export interface Inline {
  text: string;
  /** Nothing outside links and images: an entry of a table of contents, a reference, a picture. */
  isLinkOnly: boolean;
}

interface Bracket {
  /** Which of the written pieces it is: taken back when it turns out to be a link's. */
  piece: number;
  own: number;
  isImage: boolean;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" };
const PLAIN = /[^\\`*_~[\]!<&]+/uy;
const TAG = /<\/?[a-zA-Z][^<>]{0,500}>/uy;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,1000})>/uy;
const ENTITY = /&(#39|amp|lt|gt|quot|apos|nbsp);/uy;
const DESTINATION = /\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)|\[[^[\]\n]{0,500}\]/uy;
const MARKS = /\*+|_+|~+/uy;
const LETTER = /[\p{L}\p{N}]/u;

/** Takes the markup out of inline markdown, in time linear in its length. */
export function readInline(raw: string): Inline {
  if (!/[\\`*_~[\]!<&]/u.test(raw)) return { text: raw, isLinkOnly: false };
  const runs = findTickRuns(raw);
  const open: Bracket[] = [];
  const out: string[] = [];
  let own = 0;
  let links = 0;
  const lastComment = raw.lastIndexOf('-->');
  let at = 0;
  const write = (text: string) => {
    out.push(text);
    if (own < 1_000) own += countLetters(text);
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(raw);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < raw.length) {
    const plain = take(PLAIN);
    if (plain !== null) {
      write(plain[0]);
      continue;
    }
    const character = raw[at] ?? '';
    if (character === '\\') {
      // What is no sign of markup is left for the next turn: it may be a character of two units.
      const escaped = /[!-/:-@[-`{-~]/u.exec(raw[at + 1] ?? '')?.[0];
      write(escaped ?? '\\');
      at += escaped === undefined ? 1 : 2;
    } else if (character === '`') at = readCode(raw, at, runs, write);
    else if (character === '&') write(ENTITIES[take(ENTITY)?.[1] ?? ''] ?? raw[at++] ?? '');
    else if (character === '<') {
      if (raw.startsWith('<!--', at) && at < lastComment) {
        const end = raw.indexOf('-->', at) + 3;
        out.push(keepLines(raw.slice(at, end)));
        at = end;
        continue;
      }
      const link = take(AUTOLINK)?.[1];
      if (link !== undefined) {
        links += 1;
        out.push(link);
        continue;
      }
      const tag = take(TAG)?.[0];
      if (tag === undefined) {
        write('<');
        at += 1;
      } else out.push(/^<br/iu.test(tag) ? ' ' : keepLines(tag));
    } else if (character === '[' || (character === '!' && raw[at + 1] === '[')) {
      const isImage = character === '!';
      at += isImage ? 2 : 1;
      open.push({ piece: out.length, own, isImage });
      out.push(isImage ? '![' : '[');
    } else if (character === ']') {
      at += 1;
      const bracket = open.pop();
      const target = bracket === undefined ? null : take(DESTINATION);
      if (bracket === undefined || target === null) out.push(']');
      else {
        links += 1;
        own = bracket.own;
        if (bracket.isImage) out.push(keepLines(out.splice(bracket.piece).join('')));
        else out[bracket.piece] = '';
        out.push(keepLines(target[0]));
      }
    } else if (character === '!') {
      write('!');
      at += 1;
    } else write(readMarks(raw, at, take(MARKS)?.[0] ?? ''));
  }
  return { text: out.join(''), isLinkOnly: links > 0 && own === 0 };
}

const keepLines = (text: string) => '\n'.repeat(text.split('\n').length - 1);
const countLetters = (text: string) => (LETTER.test(text) ? 1 : 0);

/** Runs of backticks by their length, so that an opening finds its end without looking through the text. */
function findTickRuns(raw: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const run of raw.matchAll(/`+/gu)) {
    const places = runs.get(run[0].length);
    if (places === undefined) runs.set(run[0].length, [run.index]);
    else places.push(run.index);
  }
  for (const places of runs.values()) places.reverse();
  return runs;
}

function readCode(raw: string, at: number, runs: Map<number, number[]>, write: (text: string) => void): number {
  let length = 0;
  while (raw[at + length] === '`') length += 1;
  const places = runs.get(length) ?? [];
  while ((places.at(-1) ?? at + 1) <= at) places.pop();
  const end = places.at(-1);
  const from = at + length;
  write(end === undefined ? raw.slice(at, from) : raw.slice(from, end).trim());
  return end === undefined ? from : end + length;
}

/** Stars and the like are markup where they touch a word on one side; `2 * 3` and `snake_case` keep theirs. */
function readMarks(raw: string, at: number, marks: string): string {
  const before = raw[at - 1] ?? ' ';
  const after = raw[at + marks.length] ?? ' ';
  if (marks.startsWith('~')) return marks.length > 1 ? '' : marks;
  if (before.trim() === '' && after.trim() === '') return marks;
  return marks.startsWith('_') && LETTER.test(before) && LETTER.test(after) ? marks : '';
}
