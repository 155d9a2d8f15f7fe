import type { TimelineEntry } from '#contract/timeline.ts';

/** The loaded entries of a day, newest first, and where the next page begins. */
export interface DayPages {
  items: readonly TimelineEntry[];
  /** Who is at work now. */
  held: readonly TimelineEntry[];
  nextCursor: string | null;
}

const isOlder = (a: TimelineEntry, b: TimelineEntry) => a.at < b.at || (a.at === b.at && a.id < b.id);

/**
 * A new first page over the pages known before, so that a refetch costs one page. The rest is kept only where it follows
 * without a gap: otherwise entries in between would be missing.
 */
export function spliceFirstPage(known: DayPages | undefined, first: DayPages): DayPages {
  const oldest = first.items.at(-1);
  if (known === undefined || oldest === undefined || first.nextCursor === null) return first;
  if (known.items.every((entry) => isOlder(entry, oldest))) return first;
  const ids = new Set(first.items.map(({ id }) => id));
  const rest = known.items.filter((entry) => isOlder(entry, oldest) && !ids.has(entry.id));
  if (rest.length === 0) return first;
  return { ...first, items: [...first.items, ...rest], nextCursor: known.nextCursor };
}

/** An older page at the end. */
export function appendPage(known: DayPages, asked: string, page: DayPages): DayPages {
  // The pages were replaced meanwhile: this one would leave a gap.
  if (known.nextCursor !== asked) return known;
  const ids = new Set(known.items.map(({ id }) => id));
  return {
    ...known,
    items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))],
    nextCursor: page.nextCursor,
  };
}
