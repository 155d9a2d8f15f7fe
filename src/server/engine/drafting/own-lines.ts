export interface Claim<T> {
  start: number;
  end: number;
  by: T;
}

/**
 * By line, whose it is: of those who claim it the one that comes first. A line is given away once, however many claims
 * hold it, so that a thousand claims on a whole document take no longer than one.
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

/** The first line from here on that is nobody's; the way there is shortened for whoever asks next. */
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
