type Cursor = string | number | null;

/** The cursor travels beside the rows: an answer that is a list stays a list, for callers and for use cases alike. */
const cursors = new WeakMap<object, Cursor>();

/** One more row than asked for tells that there are more; a list without a limit has no next page. */
export const rowsFor = (limit: number | undefined): number => (limit ?? Number.MAX_SAFE_INTEGER - 1) + 1;

/** The page of rows that were read with `rowsFor`. */
export function cutPage<T>(rows: T[], limit: number | undefined, cursorOf: (last: T) => Cursor): T[] {
  const items = limit === undefined ? rows : rows.slice(0, limit);
  const last = items.at(-1);
  cursors.set(items, rows.length > items.length && last !== undefined ? cursorOf(last) : null);
  return items;
}

/** What the door writes as `nextCursor`; nothing for an answer that is no page. */
export function pageFields(answer: unknown): { nextCursor?: Cursor } {
  if (typeof answer !== 'object' || answer === null) return {};
  const cursor = cursors.get(answer);
  return cursor === undefined ? {} : { nextCursor: cursor };
}
