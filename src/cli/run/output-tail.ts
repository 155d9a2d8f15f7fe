import { RUN_TAIL_MAX } from '#contract/constants.ts';

const KEPT_LINES = 200;

/** The last lines of an agent's output, numbered from the start of the run. */
export class OutputTail {
  readonly #lines: { number: number; text: string }[] = [];
  #count: number;
  #told: number;
  #movesTold: number;
  #moves = 0;
  #begun = 0;

  /** A resumed run goes on counting where it was. */
  constructor(count = 0) {
    this.#count = count;
    this.#told = count;
    this.#movesTold = 0;
  }

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    this.#count += 1;
    this.#moves += 1;
    this.#lines.push({ number: this.#count, text });
    if (this.#lines.length > KEPT_LINES) this.#lines.shift();
  }

  /** From here on the lines are of another task, which is said in a line of its own. */
  begin(head: string): void {
    this.add(head);
    this.#begun = this.#count;
  }

  /** Of the task at hand. */
  last(count: number): string[] {
    const own = this.#lines.filter(({ number }) => number > this.#begun);
    return own.slice(-count).map(({ text }) => text);
  }

  /** What was added since it was last told, as far as a message takes it; `told` confirms that it arrived. */
  news(): { moves: number; lines: { from: number; text: string } | null; told(): void } {
    const [moves, upTo] = [this.#moves, this.#count];
    const taken: string[] = [];
    let from = 0;
    let size = 0;
    for (const line of this.#lines.toReversed()) {
      size += line.text.length + 1;
      if (line.number <= this.#told || size > RUN_TAIL_MAX) break;
      taken.unshift(line.text);
      from = line.number;
    }
    return {
      moves: moves - this.#movesTold,
      lines: taken.length === 0 ? null : { from, text: taken.join('\n') },
      told: () => {
        this.#told = Math.max(this.#told, upTo);
        this.#movesTold = Math.max(this.#movesTold, moves);
      },
    };
  }
}
