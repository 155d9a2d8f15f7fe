import type { Id } from '#contract/fields.ts';

/**
 * The tokens of a text in the inverted index:
 * - `_run`: a run of letters and digits in lower case; matched as a prefix.
 * - `=runn`: its first four. A prefix match merges the posting lists of all its words, this is a posting list by itself.
 * - `~abc`: trigrams of a run that is not plain ASCII, or of symbols: languages without spaces, `=>`.
 * - `<.oof`: the end of a run and the symbol after it, reversed: so the "foo." of "readfoo.bar" is found too.
 *
 * Each is prefixed by the end of its project's id, its kind and its shard ("shelf"), and a title's tokens are there twice,
 * the second time with a sigil. So a frequent word has a short posting list per shard, and a search can stop after any of
 * them. Two projects whose prefixes collide are distinguished by the row itself.
 */
const TITLE = '^';
/** Instead of tokens, for a text too long to tokenise: it is scanned by every search. */
const UNREAD = '!';
/** Texts per shard ("shelf"): few enough to read a posting list of all of them, many enough to need few shards. */
export const SHELF = 2_048;

export const markOf = (projectId: Id) => projectId.slice(-6);
/** Placeholder for the shard prefix; it cannot occur in a token. */
const ANY_MARK = '\u0001';

/** A token to match, exactly or as a prefix. */
interface Wanted {
  token: string;
  isBeginning: boolean;
}

const RUN_MAX = 40;
const FIRST = 4;
const WINDOW = 3;
const TOKENS_MAX = 8_000;
/** Enough to be selective. */
const WANTED_MAX = 12;

const PIECES = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\s]+/gu;
/** The same for ASCII text in lower case, several times as fast. */
const ASCII_PIECES = /[a-z0-9]+|[^a-z0-9\s]+/g;
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const isRun = (piece: string) => /^[\p{L}\p{N}\p{M}]/u.test(piece);
const isPlain = (piece: string) => /^[a-z0-9]*$/u.test(piece);

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0);
const runToken = (run: string) => `_${run.length <= RUN_MAX ? run : [...run].slice(0, RUN_MAX).join('')}`;
const firstToken = (run: string) =>
  `=${
    isPlain(run)
      ? run.slice(0, FIRST)
      : Array.from(run.slice(0, 2 * FIRST))
          .slice(0, FIRST)
          .join('')
  }`;
const endToken = (run: string, sign: string) =>
  `<${sign}${Array.from(run.slice(-2 * WINDOW))
    .slice(-WINDOW)
    .toReversed()
    .join('')}`;
const windowsOf = (text: string) => {
  if (text.length === 1) return [`~${text}`];
  const characters = [...text];
  return characters.map((_, at) => `~${characters.slice(at, at + WINDOW).join('')}`);
};

/** The tokens of a text, and those stems of its words that are no prefix of a word. */
export function tokensOf(text: string, stems: readonly string[]): Set<string> {
  const tokens = new Set<string>();
  let runs = '\n';
  let last: { run: string; end: number } | undefined;
  const lowered = text.toLowerCase();
  const pieces = isAscii(lowered) ? ASCII_PIECES : PIECES;
  for (const { 0: piece, index } of lowered.matchAll(pieces)) {
    const plain = isPlain(piece);
    if (!plain && !isRun(piece)) {
      for (const token of windowsOf(piece)) tokens.add(token);
      if (last?.end === index) tokens.add(endToken(last.run, firstOf(piece)));
      continue;
    }
    last = { run: piece, end: index + piece.length };
    const token = runToken(piece);
    if (tokens.has(token)) continue;
    tokens.add(token).add(firstToken(piece));
    runs += `${token}\n`;
    if (!plain) for (const window of windowsOf(piece)) tokens.add(window);
  }
  for (const stem of stems) {
    const token = runToken(stem);
    if (tokens.has(token) || !isRun(stem) || runs.includes(`\n${token}`)) continue;
    tokens.add(token).add(firstToken(stem));
  }
  return tokens;
}

/** All tokens of a text with an optional title, in tsvector syntax. */
export function writeTokens(
  place: { projectId: Id; kind: number; number: number },
  { title, body, stems, titleStems }: { title: string; body: string; stems: string[]; titleStems: string[] },
): string {
  const mark = `${markOf(place.projectId)}${place.kind}.${Math.floor(place.number / SHELF)}`;
  const all = tokensOf(`${title}\n${body}`, stems);
  if (all.size > TOKENS_MAX) return quote(markOf(place.projectId) + UNREAD);
  const ofTitle = title === '' ? [] : [...tokensOf(title, titleStems)];
  return [...[...all].map((token) => quote(mark + token)), ...ofTitle.map((token) => quote(mark + TITLE + token))].join(
    ' ',
  );
}

/** Tokens that every text with these words has, as substrings too. */
export function literalTokens(words: readonly string[]): Wanted[] {
  const wanted = words.flatMap((word) => {
    const pieces = word.toLowerCase().match(PIECES) ?? [];
    return pieces.flatMap((piece, at) => wantPiece(piece, pieces[at + 1], at));
  });
  const usable = wanted.filter(({ token }) => !token.includes(ANY_MARK));
  // A single symbol or the "ts" at the end of a path is in nearly every text: not selective, so looking it up costs
  // more than it excludes.
  const telling = usable.filter(({ token, isBeginning }) => !isBeginning || /^_(?:.{3}|.*\d)/u.test(token));
  return (telling.length > 0 ? telling : usable).slice(0, WANTED_MAX);
}

function wantPiece(piece: string, next: string | undefined, at: number): Wanted[] {
  const length = [...piece].length;
  if (!isRun(piece) || !isPlain(piece)) {
    const windows = windowsOf(piece).slice(0, Math.max(1, length - WINDOW + 1));
    return windows.map((token) => ({ token, isBeginning: length < WINDOW }));
  }
  // The first piece may be the end of a longer run and the last its beginning; pieces in between are complete.
  if (next === undefined) return [{ token: runToken(piece), isBeginning: true }];
  if (at > 0) return [{ token: runToken(piece), isBeginning: false }];
  return [{ token: endToken(piece, firstOf(next)), isBeginning: length < WINDOW }];
}

/** A conjunction of tokens in tsquery syntax, with a placeholder for the shard prefix. */
export const writeWanted = (wanted: readonly Wanted[]): string | null =>
  wanted.length === 0
    ? null
    : wanted.map(({ token, isBeginning }) => quote(ANY_MARK + token) + (isBeginning ? ':*' : '')).join(' & ');

const quote = (token: string) =>
  /['\\]/.test(token) ? `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${token}'`;
