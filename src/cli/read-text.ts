import { readTextFile } from './read-text-file.ts';

/** A text as it was given, or all of standard input for "-". */
export function readText(word: string): string {
  if (word !== '-') return word;
  return readTextFile(0).trimEnd();
}
