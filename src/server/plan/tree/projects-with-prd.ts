import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';

const PROJECTS_MAX = 10_000;

const kept = new WeakMap<Bus, Set<string>>();

/**
 * Cache of projects with a PRD, for whose edits the fast path is not tried. A stale entry is harmless: the general path
 * is right for all.
 */
export function projectsWithPrd(bus: Bus): { has(projectId: string): boolean; note(projectId: string): void } {
  const known = kept.get(bus) ?? open(bus);
  return {
    has: (projectId) => known.has(projectId),
    note(projectId) {
      if (known.size >= PROJECTS_MAX) known.clear();
      known.add(projectId);
    },
  };
}

function open(bus: Bus): Set<string> {
  const known = new Set<string>();
  kept.set(bus, known);
  keepCache(bus, () => {
    const entries = known.size;
    known.clear();
    return entries;
  });
  return known;
}
