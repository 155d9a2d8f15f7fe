import type { Characters } from '../scan/characters.ts';
import { BACKTICK } from '../scan/codes.ts';

/** Finds the end of inline code without looking through the text again: all runs of backticks are noted once, by length. */
export class CodeSpans {
  private readonly chars: Characters;
  private runs: Map<number, number[]> | null = null;

  constructor(chars: Characters) {
    this.chars = chars;
  }

  /** The code that begins with the run at `at`, or the run itself when nothing ends it. Asked from left to right. */
  read(at: number): { code: string | null; end: number } {
    this.runs ??= this.noteRuns();
    const { chars } = this;
    const from = chars.skip(at, (code) => code === BACKTICK);
    const places = this.runs.get(from - at) ?? [];
    while ((places.at(-1) ?? from) < from) {
      chars.work.visits += 1;
      places.pop();
    }
    const close = places.at(-1);
    if (close === undefined) return { code: null, end: from };
    return { code: trimCode(chars.slice(from, close)), end: close + (from - at) };
  }

  /** Places of the runs of each length, the last first. */
  private noteRuns(): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    const { chars } = this;
    for (let end = chars.length; end > 0; end -= 1) {
      const from = chars.skipBack(end, (code) => code === BACKTICK);
      if (from === end) continue;
      const places = runs.get(end - from);
      if (places === undefined) runs.set(end - from, [from]);
      else places.push(from);
      end = from;
    }
    return runs;
  }
}

/** One space on each side belongs to the marks, so that code can begin or end with a backtick. */
function trimCode(raw: string): string {
  const code = raw.replaceAll('\n', ' ');
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && /[^ ]/u.test(code);
  return isPadded ? code.slice(1, -1) : code;
}
