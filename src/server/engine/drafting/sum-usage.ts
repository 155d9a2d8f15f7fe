import type { TokenUsage } from '../planner.ts';
import type { ModelPrice } from './list-models.ts';

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

export interface Meter {
  add(tokens: Tokens): void;
  total(): TokenUsage;
}

/** Accumulates the token usage of a run, unusable answers included, and reports each new sum. */
export function startMeter(price: ModelPrice | null, spent: (usage: TokenUsage) => void): Meter {
  const sum: Tokens = { inputTokens: 0, outputTokens: 0 };
  const total = (): TokenUsage => ({ ...sum, costUsd: price && priceOf(sum, price) });
  return {
    add({ inputTokens, outputTokens }) {
      if (inputTokens === 0 && outputTokens === 0) return;
      sum.inputTokens += inputTokens;
      sum.outputTokens += outputTokens;
      spent(total());
    },
    total,
  };
}

/** In dollars, rounded to a millionth, so that sums over many runs do not drift. */
function priceOf({ inputTokens, outputTokens }: Tokens, price: ModelPrice): number {
  return Math.round(inputTokens * price.inputUsdPerMillion + outputTokens * price.outputUsdPerMillion) / 1_000_000;
}
