import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFile } from './find-file.ts';
import type { Mutation } from './mutation.ts';

type Applied =
  | { readonly file: string; restore(): void }
  /** Why nothing was changed. */
  | { readonly refusal: string };

/** Puts the bug into the tree, if its place is there exactly once; `restore` writes the file back as it was. */
export function applyMutation(root: string, { file, find, replace }: Omit<Mutation, 'breaks' | 'tests'>): Applied {
  const found = findFile(root, file);
  if (found === undefined) return { refusal: `${file} is not there, and no single other file has its name` };
  const place = path.join(root, found);
  const text = readFileSync(place, 'utf8');
  const [match, ...others] = text.matchAll(patternOf(find));
  if (match === undefined) return { refusal: `${found} does not have the text to replace` };
  if (others.length > 0) return { refusal: `${found} has the text to replace ${others.length + 1} times` };
  writeFileSync(place, text.slice(0, match.index) + replace + text.slice(match.index + match[0].length));
  return { file: found, restore: () => writeFileSync(place, text) };
}

function patternOf(find: string): RegExp {
  const words = find.trim().split(/\s+/u);
  return new RegExp(words.map((word) => RegExp.escape(word)).join(String.raw`\s+`), 'gu');
}
