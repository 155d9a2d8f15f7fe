/** A drafted item, its candidates by overlap, and the one with its key. */
export interface Wish<A, B> {
  drafted: A;
  shared: ReadonlyMap<B, number>;
  sameKey: B | undefined;
}

/**
 * One-to-one matching. The same key wins, unless one of the two overlaps more than twice as much with another: two
 * headings that swap names keep their work. Then the largest overlap; then the key alone. `first` breaks ties.
 */
export function pairUp<A, B>(wishes: readonly Wish<A, B>[], first: (a: B, b: B, drafted: A) => number): Map<A, B> {
  const pairs = new Map<A, B>();
  const taken = new Set<B>();
  const pair = (drafted: A, one: B) => {
    if (pairs.has(drafted) || taken.has(one)) return;
    pairs.set(drafted, one);
    taken.add(one);
  };
  const most = new Map<B, number>();
  for (const { shared } of wishes)
    for (const [one, count] of shared) if (count > (most.get(one) ?? 0)) most.set(one, count);
  for (const { drafted, shared, sameKey } of wishes) {
    if (sameKey === undefined) continue;
    let best = most.get(sameKey) ?? 0;
    for (const count of shared.values()) if (count > best) best = count;
    if (2 * (shared.get(sameKey) ?? 0) >= best) pair(drafted, sameKey);
  }
  const left = wishes.flatMap(({ drafted, shared }) =>
    pairs.has(drafted)
      ? []
      : [...shared].filter(([one]) => !taken.has(one)).map(([one, count]) => ({ drafted, one, count })),
  );
  left.sort((a, b) => b.count - a.count || first(a.one, b.one, a.drafted));
  for (const { drafted, one } of left) pair(drafted, one);
  for (const { drafted, sameKey } of wishes) if (sameKey !== undefined) pair(drafted, sameKey);
  return pairs;
}
