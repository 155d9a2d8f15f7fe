import { UsageError } from '../../failure.ts';

const BEGINS_WORD = /\S/;

/** Splits a command into words as a shell would, with quotes and backslashes, and without anything else of a shell. */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote === undefined && !BEGINS_WORD.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (sign === quote) quote = undefined;
    else if (quote === undefined && (sign === '"' || sign === "'")) {
      quote = sign;
      word ??= '';
    } else if (sign === '\\' && quote !== "'" && at + 1 < text.length) {
      at += 1;
      const next = text.charAt(at);
      // Between double quotes a backslash is only itself before most signs.
      word = `${word ?? ''}${quote === '"' && next !== '"' && next !== '\\' ? `\\${next}` : next}`;
    } else word = `${word ?? ''}${sign}`;
  }
  if (quote !== undefined) throw new UsageError(`A quote is not closed in: ${text}`);
  if (word !== undefined) words.push(word);
  return words;
}
