import { splitLines } from './split-lines.ts';

/** Lines that an earlier text does not have, as a multiset difference: a moved line has not changed. */
export function changedLines(before: string, after: readonly string[]): ReadonlySet<number> {
  const left = new Map<string, number>();
  for (const line of splitLines(before)) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  const changed = new Set<number>();
  for (const [at, line] of after.entries()) {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    else if (text !== '') changed.add(at + 1);
  }
  return changed;
}
