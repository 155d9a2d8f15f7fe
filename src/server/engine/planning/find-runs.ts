import type { Check } from '../reading/find-checks.ts';
import { countWords, isStory } from '../reading/judge-words.ts';

interface Run {
  /** The words all of its checks begin with, where that is a name; ids and roles are none. */
  name: string | null;
  checks: Check[];
}

const PREFIX = /^(\p{L}[^:：.;,]{1,40}?)\s*[:：]\s+\S/u;
const PREFIX_WORDS = 4;
const RUN_MIN = 3;

/** Where a flat list falls into parts by itself: "US-1.x" then "US-2.x", "Admin: …" then "Member: …", one role after another. */
export function runsOf(own: readonly Check[]): Run[] {
  const whole = [{ name: null, checks: [...own] }];
  for (const keyOf of [idFamily, prefixOf, roleOf]) {
    const runs = cutBy(own, keyOf);
    if (runs.length < 2 || runs.some(({ checks }) => checks.length < RUN_MIN)) continue;
    return runs.map(({ key, checks }) => ({ name: keyOf === prefixOf ? key : null, checks }));
  }
  return whole;
}

function cutBy(
  own: readonly Check[],
  keyOf: (check: Check) => string | null,
): { key: string | null; checks: Check[] }[] {
  const runs: { key: string | null; checks: Check[] }[] = [];
  for (const check of own) {
    const key = keyOf(check);
    const last = runs.at(-1);
    if (last !== undefined && last.key === key) last.checks.push(check);
    else runs.push({ key, checks: [check] });
  }
  return runs;
}

/** "US-1" of "US-1.3", "LOAN" of "LOAN-3". */
const idFamily = ({ authorId }: Check): string | null => authorId?.replace(/[-_.]?\d+[a-z]?$/iu, '') ?? null;

function prefixOf({ text }: Check): string | null {
  const prefix = PREFIX.exec(text)?.[1] ?? null;
  return prefix !== null && countWords(prefix) <= PREFIX_WORDS ? prefix : null;
}

/** For whom a story is: all before its first comma. */
export const roleOf = ({ text }: Check): string | null =>
  isStory(text) ? (/^[^,，]{1,80}(?=[,，])/u.exec(text)?.[0] ?? null) : null;
