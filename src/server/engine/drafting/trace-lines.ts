import type { Requirement } from '#contract/requirement.ts';
import type { OutlineTask } from './gather-outline.ts';
import { type Claim, lastLineOf, ownLines } from './own-lines.ts';

/** How many tasks may share the same lines: client and server do, ten do not. */
const SHARED_MAX = 3;

/**
 * Requirements by task number. A line claimed by several tasks belongs to the most specific range: "10-40" for a
 * feature yields to "20-24" for a part of it. Equal ranges are shared.
 */
export function traceLines(tasks: readonly OutlineTask[], requirements: readonly Requirement[]): Map<number, string[]> {
  const claims = new Map<string, Claim<number[]>>();
  for (const { number, ranges } of tasks) {
    for (const { start, end } of ranges) {
      const claim = claims.get(`${start}-${end}`);
      if (claim === undefined) claims.set(`${start}-${end}`, { start, end, by: [number] });
      else if (claim.by.length < SHARED_MAX && !claim.by.includes(number)) claim.by.push(number);
    }
  }
  const closestFirst = [...claims.values()].toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const owners = ownLines(closestFirst, lastLineOf(requirements));
  const answered = new Map<number, string[]>(tasks.map(({ number }) => [number, []]));
  for (const { id, start_line, end_line } of requirements) {
    const by = new Set(owners.slice(start_line, end_line + 1).flatMap((found) => found ?? []));
    for (const number of [...by].slice(0, SHARED_MAX)) answered.get(number)?.push(id);
  }
  return answered;
}
