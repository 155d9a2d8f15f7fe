import { isStory } from './judge-words.ts';
import { isStoryBegun, isStoryReason } from './hidden/join-stories.ts';
import type { TextBlock } from '#markdown/block.ts';
import { plainText } from './read-words.ts';

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

/** A paragraph most of whose lines begin like items is split into a list; text before the first item is a lead-in. */
export function cutListParagraph(block: TextBlock): Piece[] {
  const whole: Piece = { lines: block.lines, start: block.start, end: block.end, isItem: false };
  const starts = dropStoryLines(
    block.lines,
    block.lines.flatMap((line, i) => (START.test(line) ? [i] : [])),
  );
  const [first] = starts;
  if (first === undefined || starts.length < 2) {
    // A bold line above prose is a label.
    if (block.lines.length > 1 && BARE_BOLD.test(block.lines[0] ?? '')) return cutAt(block, [0, 1], () => false);
    return [whole];
  }
  // A label above other labels.
  const isLabelFirst =
    first === 0 &&
    BARE_BOLD.test(block.lines[0] ?? '') &&
    starts.length > 1 &&
    !BARE_BOLD.test(block.lines[starts[1] ?? 0] ?? '');
  const cuts = first > 0 ? [0, ...starts] : starts;
  return cutAt(block, cuts, (at) => at >= first && !(isLabelFirst && at === 0));
}

/** Enough characters to recognise a story. */
const STORY_READ = 400;

/** "**As a** clerk," / "**I want** …" / "**so that** …": the lines of one story, not three items. */
function dropStoryLines(lines: readonly string[], starts: readonly number[]): number[] {
  const kept: number[] = [];
  let before = '';
  for (const at of starts) {
    const line = plainText(lines[at] ?? '');
    const isSame = isStoryBegun(before) || (isStory(before) && isStoryReason(line));
    if (!isSame) kept.push(at);
    before = (isSame ? `${before} ${line}` : line).slice(0, STORY_READ);
  }
  return kept;
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
