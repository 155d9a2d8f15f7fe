export interface Claim<T> {
  start: number;
  end: number;
  by: T;
}

/**
 * Owner by line: the first claim that contains it. Each line is assigned once, in near-linear time however many claims
 * overlap (union-find).
 */
export function ownLines<T>(claims: Iterable<Claim<T>>, lastLine: number): (T | undefined)[] {
  const owners = Array.from<T | undefined>({ length: lastLine + 1 });
  const next = Array.from({ length: lastLine + 2 }, (_, line) => line);
  for (const { start, end, by } of claims) {
    const last = Math.min(end, lastLine);
    for (let line = findFree(next, start); line <= last; line = findFree(next, line)) {
      owners[line] = by;
      next[line] = line + 1;
    }
  }
  return owners;
}

/** The first unowned line from here on, with path compression. */
function findFree(next: number[], from: number): number {
  const passed: number[] = [];
  let line = from;
  for (let to = next[line]; to !== undefined && to !== line; to = next[line]) {
    passed.push(line);
    line = to;
  }
  for (const each of passed) next[each] = line;
  return line;
}

export const lastLineOf = (parts: readonly { end_line: number }[]): number =>
  parts.reduce((last, { end_line }) => Math.max(last, end_line), 0);
