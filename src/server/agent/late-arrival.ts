import type { Holding, LateLookUp } from '#server/platform/context.ts';
import type { Arrival } from './look-up.ts';

/** A lazy look-up: made when first awaited, unless the call's own statement has provided the result by then. */
export class LateArrival implements PromiseLike<Arrival>, LateLookUp {
  #known: Promise<Arrival> | undefined;
  readonly #lookUp: () => Promise<Arrival>;

  constructor(lookUp: () => Promise<Arrival>) {
    this.#lookUp = lookUp;
  }

  settle(held: Holding | undefined): void {
    this.#known ??= Promise.resolve({ losses: [], held });
  }

  // oxlint-disable-next-line unicorn/no-thenable -- whoever waits for an arrival need not know how it is looked up
  then<A, B>(
    onFound?: ((found: Arrival) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    this.#known ??= this.#lookUp();
    return this.#known.then(onFound, onFailed);
  }
}
