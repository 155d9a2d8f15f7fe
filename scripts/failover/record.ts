import type { Outcome } from '../faults/call-server.ts';
import type { KnownTask } from '../faults/ledger.ts';

const SAMPLES = 5;
/** A call that took longer has waited for the database. */
const WAITED_MS = 1_000;

/** What all agents were told, and when. */
export class Record {
  acknowledged = 0;
  /** The outcome is not known: 503, or no answer. */
  unknown = 0;
  refused = 0;
  /** Acknowledged all the same, after more than a second. */
  waited = 0;
  longestCallMs = 0;
  longestGapMs = 0;
  readonly samples: string[] = [];
  /** Who was given a task, by its id. */
  readonly #holders = new Map<string, Set<string>>();
  #lastAt = performance.now();
  readonly #waiting = new Set<() => void>();

  add(tool: string, outcome: Outcome, began: number): void {
    const now = performance.now();
    this.longestCallMs = Math.max(this.longestCallMs, now - began);
    if (outcome.is === 'acknowledged') this.#acknowledge(now, now - began);
    else if (outcome.is === 'refused' && outcome.status !== 503) this.refused += 1;
    else this.unknown += 1;
    if (outcome.is !== 'acknowledged' && this.samples.length < SAMPLES)
      this.samples.push(`${tool}: ${'words' in outcome ? outcome.words : outcome.is}`);
    for (const wake of this.#waiting) wake();
  }

  claimed({ id }: KnownTask, agent: string): void {
    this.#holders.set(id, (this.#holders.get(id) ?? new Set()).add(agent));
  }

  /** Tasks that two agents were told to hold. No lease runs out meanwhile, so there is no honest way to that. */
  get doubledClaims(): string[] {
    return [...this.#holders].flatMap(([id, agents]) => (agents.size > 1 ? [`${id}: ${[...agents].join(', ')}`] : []));
  }

  get claims(): number {
    return this.#holders.size;
  }

  /** Resolves when so many more writes are acknowledged; rejects at the timeout. */
  async more(count: number, limitMs: number): Promise<void> {
    const target = this.acknowledged + count;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new Error(`only ${this.acknowledged - target + count} of ${count} writes were acknowledged`)),
      limitMs,
    );
    const wake = () => this.acknowledged >= target && resolve();
    this.#waiting.add(wake);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(wake);
    });
  }

  #acknowledge(now: number, took: number): void {
    this.acknowledged += 1;
    if (took > WAITED_MS) this.waited += 1;
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastAt);
    this.#lastAt = now;
  }
}
