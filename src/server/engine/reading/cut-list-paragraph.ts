import type { TextBlock } from './markdown/block.ts';

export interface Piece {
  lines: string[];
  start: number;
  end: number;
  isItem: boolean;
}

/** "5. Fifth", "• Point", "✅ Point", "**Label:** words", "(a) words": how a list begins that Markdown does not take for one. */
const START =
  /^(?:\d{1,3}[.)、]\s+|[•·▪◦‣–—●○]\s*|[✅☑✔❌⚠🔲⬜☐][\uFE0F]?\s*|\*\*[^*]{1,80}\*\*\s*[:：–—-]?|\*\*[^*]{1,80}[:：]\*\*|\([a-z0-9]{1,3}\)\s+)/u;
const BARE_BOLD = /^(?:\*\*|__)[^*_]+(?:\*\*|__)[:：]?$/u;

/** A paragraph most of whose lines begin like items is a list; what stands before the first of them is a lead-in. */
export function cutListParagraph(block: TextBlock): Piece[] {
  const whole: Piece = { lines: block.lines, start: block.start, end: block.end, isItem: false };
  const starts = block.lines.flatMap((line, i) => (START.test(line) ? [i] : []));
  const [first] = starts;
  if (first === undefined || starts.length < 2) {
    // A bold line above running text is a label of its own.
    if (block.lines.length > 1 && BARE_BOLD.test(block.lines[0] ?? '')) return cutAt(block, [0, 1], () => false);
    return [whole];
  }
  // A label above others that stand under it.
  const isLabelFirst =
    first === 0 &&
    BARE_BOLD.test(block.lines[0] ?? '') &&
    starts.length > 1 &&
    !BARE_BOLD.test(block.lines[starts[1] ?? 0] ?? '');
  const cuts = first > 0 ? [0, ...starts] : starts;
  return cutAt(block, cuts, (at) => at >= first && !(isLabelFirst && at === 0));
}

function cutAt(block: TextBlock, cuts: readonly number[], isItem: (at: number) => boolean): Piece[] {
  return cuts.map((from, i) => {
    const to = cuts[i + 1] ?? block.lines.length;
    return {
      lines: block.lines.slice(from, to),
      start: block.start + from,
      end: block.start + to - 1,
      isItem: isItem(from),
    };
  });
}
