import { HEADING_TERMS } from './heading-terms-text.ts';
import type { Listed } from './look-up-word.ts';

/** Two names side by side: "目标与需求". */
const JOINED = /[与與和及と・]|및/u;
const TERM_MAX = 12;

type Term = keyof typeof HEADING_TERMS;
const TERMS = new Map<string, Term[]>();
for (const [name, terms] of Object.entries(HEADING_TERMS) as [Term, string][])
  for (const term of new Set(terms.split(/\s+/u).filter(Boolean))) TERMS.set(term, [...(TERMS.get(term) ?? []), name]);

/**
 * A run without spaces, cut into known terms from the front, the longest first; false where something is left over. What it
 * is stands at its end: the background of requirements is background.
 */
export function segment(run: string, found: Set<Listed>): boolean {
  let at = 0;
  let last: Listed[] = [];
  const own = new Set<Listed>();
  while (at < run.length) {
    const term = termAt(run, at);
    if (term === null) return false;
    const classes = (TERMS.get(term) ?? []).filter((name) => name !== 'qualify');
    for (const name of classes) own.add(name);
    if (classes.length > 0) last = classes;
    at += term.length;
  }
  const isJoined = JOINED.test(run);
  if (!isJoined && last.includes('context')) own.delete('work');
  if (!isJoined && last.includes('work')) own.delete('context');
  for (const name of own) found.add(name);
  return true;
}

function termAt(run: string, at: number): string | null {
  for (let length = Math.min(TERM_MAX, run.length - at); length > 0; length -= 1) {
    const term = run.slice(at, at + length);
    if (TERMS.has(term)) return term;
  }
  return null;
}
