import type { Bus } from './bus.ts';

/** Forgets everything and tells how many entries that were. */
type Empty = () => number;

/** Every server that hears it empties its caches. */
export const CACHES_TOPIC = 'caches';

const caches = new WeakMap<Bus, Set<Empty>>();

/** Whoever keeps rows in memory says how they are forgotten: on an administrator's word, and when messages may be lost. */
export function keepCache(bus: Bus, empty: Empty): void {
  const known = caches.get(bus) ?? new Set<Empty>();
  if (!caches.has(bus)) {
    caches.set(bus, known);
    bus.on(CACHES_TOPIC, () => void emptyCaches(bus));
    bus.onGap(() => void emptyCaches(bus));
  }
  known.add(empty);
}

/** Empties what this process keeps and counts it. */
export function emptyCaches(bus: Bus): number {
  let entries = 0;
  for (const empty of caches.get(bus) ?? []) entries += empty();
  return entries;
}
