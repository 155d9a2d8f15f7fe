import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DraftInput } from '../planner.ts';
import { type Asking, askModel, type Question } from './ask-model.ts';
import { ModelFailure } from './explain-failure.ts';
import type { Provider } from './provider.ts';
import type { Meter } from './sum-usage.ts';
import { type Patience, tryAgain } from './try-again.ts';
import { startWatch, type Watch } from './watch-time.ts';

/** Injected in tests: clock, waiting, randomness. */
export interface Surroundings extends Patience {
  now(): Date;
  startWatch(): Watch;
}

export const surroundings: Surroundings = {
  now: () => new Date(),
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  startWatch,
};

export type AskOnce = <T>(question: Question<T>, listen?: (tasks: number) => void) => Promise<T>;

/** Caches answers by input: a retry of the run gets what was already answered without asking again. */
export function askOnceWith(
  provider: Provider,
  { chunks, signal }: Pick<DraftInput, 'chunks' | 'signal'>,
  meter: Meter,
  around: Surroundings,
): AskOnce {
  let current = provider;
  const askAnyhow = async <T>(question: Question<T>, asking: Asking): Promise<T> => {
    const asked = current;
    try {
      return await askModel(asked, question, asking);
    } catch (error) {
      // Usually an endpoint that does not support enforced schemas.
      const isBad = error instanceof ModelFailure && error.kind === 'bad-request';
      if (!isBad || asked.plain === undefined) throw error;
      current = asked.plain;
      return askModel(asked.plain, question, asking);
    }
  };
  return async (question, listen = () => {}) => {
    const hash = hashOf(provider, question);
    const kept = question.schema.safeParse(await chunks.find(hash));
    if (kept.success) return kept.data;
    const asking = { signal, meter, listen, now: () => around.now(), startWatch: () => around.startWatch() };
    const answer = await tryAgain(() => askAnyhow(question, asking), around, signal);
    await chunks.keep(hash, answer);
    return answer;
  };
}

function hashOf({ name, model }: Provider, { instructions, prompt }: { instructions: string; prompt: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([name, model, instructions, prompt]))
    .digest('hex');
}
