import type { Bus } from './bus.ts';

/** Empties a cache and returns how many entries it had. */
type Empty = () => number;

/** Every server that receives it empties its caches. */
export const CACHES_TOPIC = 'caches';

const caches = new WeakMap<Bus, Set<Empty>>();

/** Registers a cache to be emptied on an administrator's request, and when notifications may have been missed. */
export function keepCache(bus: Bus, empty: Empty): void {
  const known = caches.get(bus) ?? new Set<Empty>();
  if (!caches.has(bus)) {
    caches.set(bus, known);
    bus.on(CACHES_TOPIC, () => void emptyCaches(bus));
    bus.onGap(() => void emptyCaches(bus));
  }
  known.add(empty);
}

/** Empties the caches of this process and returns the number of entries. */
export function emptyCaches(bus: Bus): number {
  let entries = 0;
  for (const empty of caches.get(bus) ?? []) entries += empty();
  return entries;
}
