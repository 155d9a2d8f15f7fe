/**
 * Tells what comes back of one's own changes from what somebody else changed. A value that is handed up and comes down again
 * may come late, after the next change was made here: taken for news it would undo that one.
 */
export function createEchoes<T>() {
  let pending: T[] = [];
  return {
    /** This was handed up, and will come back, unless a later one comes in its place. */
    expect(value: T) {
      pending.push(value);
    },
    /** Whether a value that comes down is one that was handed up. What was handed up before it comes no more. */
    isEcho(value: T): boolean {
      const at = pending.at(-1) === value ? pending.length - 1 : pending.indexOf(value);
      pending = at < 0 ? [] : pending.slice(at + 1);
      return at >= 0;
    },
  };
}
