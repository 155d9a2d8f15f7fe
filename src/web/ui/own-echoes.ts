/**
 * Tells our own changes, coming back as props, from changes by others. The parent may render a value late, after the next change
 * was made here: treated as a new value it would undo that change.
 */
export function createEchoes<T>() {
  let pending: T[] = [];
  return {
    /** Registers a value passed to the parent, which will come back unless a later one replaces it. */
    expect(value: T) {
      pending.push(value);
    },
    /** Whether a value from the parent is one of ours. Values registered before it will not come back any more. */
    isEcho(value: T): boolean {
      const at = pending.at(-1) === value ? pending.length - 1 : pending.indexOf(value);
      pending = at < 0 ? [] : pending.slice(at + 1);
      return at >= 0;
    },
  };
}
