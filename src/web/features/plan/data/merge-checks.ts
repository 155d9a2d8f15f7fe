import type { Check } from '#contract/task.ts';
import { keyChecks } from './key-checks.ts';

/**
 * Three-way merge: applies the change from `base` to `mine` to the checks as they are now. Undefined is a conflict: a
 * check that was changed is not there any more.
 */
export function mergeChecks(
  base: readonly Check[],
  mine: readonly Check[],
  theirs: readonly Check[],
): Check[] | undefined {
  const { from, removed, added } = findChange(base, mine);
  const merged: (Check | undefined)[] = [...theirs];
  const places = placesOf(theirs);
  const [keysOfBase, keysOfMine] = [keyChecks(base), keyChecks(mine)];
  for (const [i, before] of removed.entries()) {
    const place = places.get(keysOfBase[from + i]?.key ?? '');
    const after = added[i];
    const now = place === undefined ? undefined : theirs[place];
    if (place !== undefined && now) merged[place] = after && changeCheck(now, before, after);
    else if (after && !places.has(keysOfMine[from + i]?.key ?? '')) return undefined;
  }
  // An added check that is there already came back by the feed before the answer.
  for (const [i, check] of added.entries())
    if (i >= removed.length && !places.has(keysOfMine[from + i]?.key ?? '')) merged.push(check);
  return merged.filter((check) => check !== undefined);
}

/** The stretch between the first and the last difference. */
function findChange(base: readonly Check[], mine: readonly Check[]) {
  const isSame = (a: Check | undefined, b: Check | undefined) =>
    a?.text === b?.text && a?.met === b?.met && a?.seen === b?.seen;
  const shortest = Math.min(base.length, mine.length);
  let from = 0;
  while (from < shortest && isSame(base[from], mine[from])) from += 1;
  let kept = 0;
  while (kept < shortest - from && isSame(base.at(-1 - kept), mine.at(-1 - kept))) kept += 1;
  return { from, removed: base.slice(from, base.length - kept), added: mine.slice(from, mine.length - kept) };
}

const placesOf = (checks: readonly Check[]) => new Map(keyChecks(checks).map(({ key }, place) => [key, place]));

/** Changes only what differs from before; the evidence belongs to the tick. */
function changeCheck(now: Check, before: Check, after: Check): Check {
  const { met, seen } = after.met === before.met ? now : after;
  return { text: after.text === before.text ? now.text : after.text, met, ...(seen !== undefined && { seen }) };
}
