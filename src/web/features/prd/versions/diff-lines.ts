import { type Change, diff } from '@codemirror/merge';

export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap';
  /** Line number in the older text for a removed line, else in the newer; for a gap the number of hidden lines. */
  number: number;
  text: string;
}

/** Context lines around a change. */
const AROUND = 3;

/** Unified diff of two texts with context lines; the rest is collapsed into gaps. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const lines: DiffLine[] = [];
  let at = 0;
  for (const { fromA, toA, fromB, toB } of changesOf(a, b)) {
    lines.push(...numbered('same', b, at, fromB));
    lines.push(...numbered('removed', a, fromA, toA), ...numbered('added', b, fromB, toB));
    at = toB;
  }
  if (lines.length === 0) return [];
  lines.push(...numbered('same', b, at, b.length));
  return fold(lines);
}

const linesOf = (source: string) => source.split(/\r\n?|\n/);

const numbered = (kind: 'same' | 'added' | 'removed', lines: string[], from: number, to: number): DiffLine[] =>
  lines.slice(from, to).map((text, i) => ({ kind, number: from + i + 1, text }));

/** Code units that stand for lines: neither surrogates nor combining characters, which the diff would not split. */
const FIRST = 0x4e00;
const LAST = 0xd7ff;

/**
 * The library diffs strings, so each distinct line is mapped to one character. With more lines than characters the
 * whole text is one change.
 */
function changesOf(a: string[], b: string[]): readonly Pick<Change, 'fromA' | 'toA' | 'fromB' | 'toB'>[] {
  const known = new Map<string, string>();
  const write = (lines: string[]) =>
    lines
      .map((line) => {
        const sign = known.get(line) ?? String.fromCharCode(FIRST + known.size);
        known.set(line, sign);
        return sign;
      })
      .join('');
  const [left, right] = [write(a), write(b)];
  if (known.size > LAST - FIRST) return [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  return diff(left, right);
}

function fold(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set(
    lines.flatMap(({ kind }, i) =>
      kind === 'same' ? [] : Array.from({ length: 2 * AROUND + 1 }, (_, step) => i - AROUND + step),
    ),
  );
  const folded: DiffLine[] = [];
  for (const [i, line] of lines.entries()) {
    const last = folded.at(-1);
    if (near.has(i)) folded.push(line);
    else if (last?.kind === 'gap') folded.splice(-1, 1, { ...last, number: last.number + 1 });
    else folded.push({ kind: 'gap', number: 1, text: '' });
  }
  return folded.map((line) =>
    line.kind === 'gap' ? { ...line, text: line.number === 1 ? '1 line' : `${line.number} lines` } : line,
  );
}
