import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../platform/log.ts';
import { tendPayments } from './tend-payments.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;

test('a round begins after the one before it, however long that takes, and whoever stops waits for the last', async () => {
  const rounds: PromiseWithResolvers<void>[] = [];
  const tend = () => {
    const round = Promise.withResolvers<void>();
    rounds.push(round);
    return round.promise;
  };
  const stop = tendPayments({ tend }, createLogger('silent'));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(rounds).toHaveLength(1);
  rounds[0]?.resolve();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(rounds).toHaveLength(2);

  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(stopped).toBe(false);
  rounds[1]?.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(rounds).toHaveLength(2);
});

test('a round that fails is logged, and the next one comes all the same', async () => {
  const log = createLogger('silent');
  const warned = vi.spyOn(log, 'warn');
  const tend = vi.fn(() => Promise.reject(new Error('the database is away')));
  const stop = tendPayments({ tend }, log);
  await vi.advanceTimersByTimeAsync(10_000);
  await stop();
  expect(tend.mock.calls.length).toBeGreaterThan(1);
  expect(warned).toHaveBeenCalledTimes(tend.mock.calls.length);
});
