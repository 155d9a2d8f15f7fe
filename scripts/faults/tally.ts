import type { Outcome } from './call-server.ts';

const SAMPLES = 5;

/** How the calls of one fault ended. */
export class Tally {
  acknowledged = 0;
  refused = 0;
  unanswered = 0;
  hung = 0;
  unclear = 0;
  /** What refusals said, by their type. */
  readonly #refusals = new Map<string, number>();
  /** Some of those that must not be there, for whoever looks into them. */
  readonly samples: string[] = [];
  readonly #waiting = new Set<() => void>();

  add(what: string, outcome: Outcome): void {
    if (outcome.is !== 'away') this[outcome.is] += 1;
    if (outcome.is === 'refused') {
      const kind = `${outcome.status} ${outcome.type}`;
      this.#refusals.set(kind, (this.#refusals.get(kind) ?? 0) + 1);
    }
    if (outcome.is === 'unclear' || outcome.is === 'hung') this.#keep(`${what}: ${describe(outcome)}`);
    for (const wake of this.#waiting) wake();
  }

  describeRefusals(): string {
    const kinds = [...this.#refusals].map(([kind, count]) => `${count} times ${kind}`).join(', ');
    return `of ${this.refused} refused${kinds === '' ? '' : `: ${kinds}`}`;
  }

  /** Answers when the calls have come to that point, or false when the time is over. */
  async until(isReached: () => boolean, limitMs: number): Promise<boolean> {
    if (isReached()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => isReached() && resolve(true);
    const timer = setTimeout(() => resolve(false), limitMs);
    this.#waiting.add(wake);
    const result = await promise;
    clearTimeout(timer);
    this.#waiting.delete(wake);
    return result;
  }

  #keep(sample: string): void {
    if (this.samples.length < SAMPLES) this.samples.push(sample);
  }
}

const describe = (outcome: Outcome): string => ('words' in outcome ? outcome.words : outcome.is);
