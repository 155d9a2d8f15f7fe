import type { Characters } from '../scan/characters.ts';
import { STAR, TILDE, UNDERSCORE, isPunctuation, isWhitespace } from '../scan/codes.ts';
import { type Piece, textPiece } from './piece.ts';

type Kind = 'word' | 'space' | 'punctuation';

const kindOf = (code: number): Kind => (isWhitespace(code) ? 'space' : isPunctuation(code) ? 'punctuation' : 'word');

/** The run of one mark that begins at `at`, with what it can do by what stands before and after it. */
export function readDelimiter(chars: Characters, at: number, isAfterEscape: boolean): { piece: Piece; end: number } {
  const code = chars.code(at);
  const end = chars.skip(at, (each) => each === code);
  const length = end - at;
  // Struck text has one mark or two on each side.
  if (code === TILDE && (length > 2 || (isAfterEscape && chars.code(at - 1) === TILDE)))
    return { piece: textPiece(chars.slice(at, end)), end };
  const before = chars.code(at - 1);
  const after = chars.code(end);
  const [left, right] = [kindOf(before), kindOf(after)];
  // A mark of struck text beside emphasis hides no word from it.
  const isBesideStrike = (neighbour: number) => code !== TILDE && neighbour === TILDE;
  const opens = right === 'word' || (right === 'punctuation' && left !== 'word') || isBesideStrike(after);
  const closes = left === 'word' || (left === 'punctuation' && right !== 'word') || isBesideStrike(before);
  const isInWord = code === UNDERSCORE;
  const canOpen = opens && (!isInWord || left !== 'word' || !closes);
  const canClose = closes && (!isInWord || right !== 'word' || !opens);
  return { piece: { type: 'delimiter', code, length, written: length, canOpen, canClose }, end };
}

export const isDelimiter = (code: number) => code === STAR || code === UNDERSCORE || code === TILDE;
