import { likeness, normaliseText, wordsOf } from '../reading/compare-text.ts';
import type { Check } from '../reading/find-checks.ts';
import { roleOf } from './find-runs.ts';

/** How far from equal parts a cut may move to fall between two topics. */
const SLACK = 2;
/** Checks on either side that are compared. */
const AROUND = 2;
const DISTANCE_COST = 0.02;

/**
 * Splits checks into so many consecutive parts of similar size, cut where the role changes, else where the words before
 * and after differ most.
 */
export function cutApart(checks: readonly Check[], count: number): Check[][] {
  const words = checks.map(({ text }) => wordsOf(normaliseText(text)));
  const around = (from: number, to: number): Set<string> => new Set(words.slice(from, to).flatMap((each) => [...each]));
  const costAt = (place: number): number => {
    const [before, after] = [checks[place - 1], checks[place]];
    const role = after === undefined ? null : roleOf(after);
    const isOther = before !== undefined && role !== null && roleOf(before) !== role;
    const like = likeness(around(Math.max(0, place - AROUND), place), around(place, place + AROUND));
    return like - (isOther ? 1 : 0);
  };
  const parts: Check[][] = [];
  let from = 0;
  for (let part = 1; part <= count && from < checks.length; part += 1) {
    const even = Math.round((checks.length * part) / count);
    let to = even;
    if (part < count) {
      let least = Number.POSITIVE_INFINITY;
      for (
        let place = Math.max(from + 1, even - SLACK);
        place <= Math.min(checks.length - 1, even + SLACK);
        place += 1
      ) {
        const cost = costAt(place) + Math.abs(place - even) * DISTANCE_COST;
        if (cost >= least) continue;
        least = cost;
        to = place;
      }
    }
    parts.push(checks.slice(from, to));
    from = to;
  }
  return parts.filter(({ length }) => length > 0);
}
