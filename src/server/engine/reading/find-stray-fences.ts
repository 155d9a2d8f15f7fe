import { readLineStart } from '#markdown/read-line-start.ts';

const HEADING = /^ {0,3}(#{2,6})\s+(?:(\d{1,3}(?:\.\d{1,3}){0,3})[.):]?\s+)?\S/u;
const BOX = /^\s*[-*+] \[[ xX]\] /u;
/** One may be a comment of the code. */
const SIGNS_MIN = 2;

interface Fence {
  line: number;
  mark: string;
  hasName: boolean;
}

/** The lines of three bare marks that open nothing: the mark of an end whose beginning is gone, with half the document behind it. */
export function findStrayFences(lines: readonly string[]): ReadonlySet<number> {
  const fences = lines.flatMap((text, line) => readFence(text, line) ?? []);
  const strays = new Set<number>();
  const signs = countSigns(lines);
  let number: number[] = [];
  let read = 0;
  for (let at = 0; at < fences.length; at += 1) {
    const open = fences[at];
    if (open === undefined) break;
    for (; read < open.line; read += 1) number = numberOf(lines[read] ?? '') ?? number;
    const end = findEnd(fences, at);
    const last = fences[end]?.line ?? lines.length;
    if (open.mark === '```' && !open.hasName) {
      const isTorn = end === fences.length || end > at + 1;
      const held = (signs[last] ?? 0) - (signs[open.line] ?? 0);
      if ((isTorn && held >= SIGNS_MIN) || (held > 0 && continues(lines, open.line + 1, last, number))) {
        strays.add(open.line);
        continue;
      }
    }
    read = Math.max(read, last + 1);
    at = end;
  }
  return strays;
}

function readFence(text: string, line: number): Fence | null {
  // However far it is indented: items and quotes around it are not known here.
  const start = readLineStart(text.trim());
  return start?.type === 'fence' ? { line, mark: start.mark, hasName: start.info !== '' } : null;
}

/** Which of the fences ends the one at a place; beyond the last where none does. */
function findEnd(fences: readonly Fence[], at: number): number {
  const { mark: own = '' } = fences[at] ?? {};
  let end = at + 1;
  for (; end < fences.length; end += 1) {
    const { mark = '', hasName = true } = fences[end] ?? {};
    if (!hasName && mark.startsWith(own)) break;
  }
  return end;
}

/** How many headings and boxes stand above each line. */
function countSigns(lines: readonly string[]): Uint32Array {
  const counts = new Uint32Array(lines.length + 1);
  for (const [i, line] of lines.entries())
    counts[i + 1] = (counts[i] ?? 0) + Number(HEADING.test(line) || BOX.test(line));
  return counts;
}

const numberOf = (line: string): number[] | null => HEADING.exec(line)?.[2]?.split('.').map(Number) ?? null;

/** A heading in there is numbered on from the last one above: "### 3.3" below "### 3.2". */
function continues(lines: readonly string[], from: number, to: number, above: readonly number[]): boolean {
  if (above.length === 0) return false;
  for (let i = from; i < to; i += 1) {
    const number = numberOf(lines[i] ?? '');
    if (number !== null && isNext(number, above)) return true;
  }
  return false;
}

/** The same part or the next one, and further on in it. */
function isNext(number: readonly number[], above: readonly number[]): boolean {
  const [part = 0] = number;
  const [partAbove = 0] = above;
  if (part !== partAbove) return part === partAbove + 1;
  const at = number.findIndex((each, i) => each !== (above[i] ?? 0));
  return at > 0 && (number[at] ?? 0) > (above[at] ?? 0);
}
