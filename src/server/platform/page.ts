type Cursor = string | number | null;

/** The cursor is attached to the array by a WeakMap: list answers stay plain arrays. */
const cursors = new WeakMap<object, Cursor>();

/** Reads one row more than the page size, which tells whether there is a next page. */
export const rowsFor = (limit: number | undefined): number => (limit ?? Number.MAX_SAFE_INTEGER - 1) + 1;

/** Cuts the extra row of `rowsFor` off and derives the cursor from the last one (keyset pagination). */
export function cutPage<T>(rows: T[], limit: number | undefined, cursorOf: (last: T) => Cursor): T[] {
  const items = limit === undefined ? rows : rows.slice(0, limit);
  const last = items.at(-1);
  cursors.set(items, rows.length > items.length && last !== undefined ? cursorOf(last) : null);
  return items;
}

/** The envelope's `nextCursor`; nothing for an answer that is not a page. */
export function pageFields(answer: unknown): { nextCursor?: Cursor } {
  if (typeof answer !== 'object' || answer === null) return {};
  const cursor = cursors.get(answer);
  return cursor === undefined ? {} : { nextCursor: cursor };
}
