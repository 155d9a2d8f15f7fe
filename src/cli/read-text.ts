import { readTextFile } from './read-text-file.ts';

/** The given text, or all of standard input for "-". */
export function readText(word: string): string {
  if (word !== '-') return word;
  return readTextFile(0).trimEnd();
}
