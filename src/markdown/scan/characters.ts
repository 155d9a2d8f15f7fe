/** What a parse has looked at so far: characters, and steps over what was made of them. */
export interface Work {
  visits: number;
}

/** A text in which every look at a character is counted: tests prove by the count, without a clock, that a parse is linear. */
export class Characters {
  readonly text: string;
  readonly length: number;
  readonly work: Work;

  constructor(text: string, work: Work) {
    this.text = text;
    this.length = text.length;
    this.work = work;
  }

  /** The UTF-16 unit at a place; -1 outside of the text. */
  code(at: number): number {
    this.work.visits += 1;
    return at >= 0 && at < this.length ? this.text.charCodeAt(at) : -1;
  }

  slice(from: number, to: number): string {
    this.work.visits += Math.max(0, to - from);
    return this.text.slice(from, to);
  }

  /** The first place from `at` on whose character is not such a one. */
  skip(at: number, isOne: (code: number) => boolean, end = this.length): number {
    let next = at;
    while (next < end && isOne(this.code(next))) next += 1;
    return next;
  }

  /** As `skip`, backwards: the first place of the characters that stand before `at`. */
  skipBack(at: number, isOne: (code: number) => boolean, from = 0): number {
    let next = at;
    while (next > from && isOne(this.code(next - 1))) next -= 1;
    return next;
  }

  /** Whether a word stands at a place, in whatever case when it is given in lower case. */
  has(word: string, at: number): boolean {
    for (let i = 0; i < word.length; i += 1) {
      const code = this.code(at + i);
      const wanted = word.charCodeAt(i);
      if (code !== wanted && !(code >= 65 && code <= 90 && code + 32 === wanted)) return false;
    }
    return true;
  }

  /** Where a word stands next, before `end`; -1 when nowhere. */
  find(word: string, from: number, end = this.length): number {
    const first = word.charCodeAt(0);
    for (let at = from; at + word.length <= end; at += 1) if (this.code(at) === first && this.has(word, at)) return at;
    return -1;
  }
}
