import type { Outcome } from './call-server.ts';

const SAMPLES = 5;

/** Outcomes of the calls during one fault. */
export class Tally {
  acknowledged = 0;
  refused = 0;
  unanswered = 0;
  hung = 0;
  unclear = 0;
  /** Refusals by type. */
  readonly #refusals = new Map<string, number>();
  /** Samples of outcomes that must not occur. */
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

  /** Resolves when the condition holds, or with false at the timeout. */
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
