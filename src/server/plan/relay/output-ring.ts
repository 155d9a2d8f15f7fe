import { RUN_KEPT_MAX, RUN_SHOWN_MAX } from '#contract/constants.ts';

export interface OutputRing {
  /** Lines from a number on; those that came before are not taken twice. */
  add(from: number, text: string): void;
  /** The last lines, at most as many characters. */
  tail(max?: number): { from: number; text: string };
  /** How many lines were printed, as far as they were heard of. */
  count(): number;
  /** What is kept, in characters, and what a list of so many lines takes itself. */
  size(): number;
}

const LINE_COST = 16;

/** The last lines of an agent, numbered, in bounded memory. */
export function createOutputRing(max = RUN_KEPT_MAX): OutputRing {
  const lines: string[] = [];
  let next = 1;
  let size = 0;
  return {
    add(from, text) {
      const added = text.split('\n');
      const fresh = added.slice(Math.max(0, next - from));
      if (fresh.length === 0) return;
      next = from + added.length;
      for (const line of fresh) {
        const kept = line.slice(1 - max);
        lines.push(kept);
        size += kept.length + 1;
      }
      let dropped = 0;
      for (const line of lines) {
        if (size <= max) break;
        size -= line.length + 1;
        dropped += 1;
      }
      lines.splice(0, dropped);
    },
    tail(wanted = RUN_SHOWN_MAX) {
      let left = wanted;
      let first = lines.length;
      for (; first > 0; first -= 1) {
        left -= (lines[first - 1]?.length ?? 0) + 1;
        if (left < -1) break;
      }
      const shown = lines.slice(first);
      // A single line that is longer than all that may be shown: its end.
      if (shown.length === 0 && lines.length > 0) return { from: next - 1, text: lines.at(-1)?.slice(-wanted) ?? '' };
      return { from: next - shown.length, text: shown.join('\n') };
    },
    count: () => next - 1,
    size: () => size + LINE_COST * lines.length,
  };
}
