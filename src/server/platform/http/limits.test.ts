import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { AppError } from '../error.ts';
import { createRequestGate, spend } from './limits.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const outcome = (work: Promise<void>) =>
  work.then(
    () => 'passed',
    (error: unknown) => (error instanceof AppError ? error.type : 'broken'),
  );

describe('the shared limit', () => {
  const rate = { limit: 10, periodSeconds: 60 };
  const ctx = () => services.contextFor({ kind: 'system', name: 'test' });

  test('lets exactly its number through when many arrive at once', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, () => outcome(spend(ctx(), 'burst', rate))));
    expect(results.filter((result) => result === 'passed')).toHaveLength(10);
  });

  test.each([3, 7, 11, 13])('lets %i through at one moment, though a minute has no such part', async (limit) => {
    const odd = { limit, periodSeconds: 60 };
    const results: string[] = [];
    for (let i = 0; i <= limit; i += 1) results.push(await outcome(spend(ctx(), `odd ${limit}`, odd)));
    expect(results.filter((result) => result === 'passed')).toHaveLength(limit);
  });

  test('never lets more than its number through in any period, also across a minute’s edge', async () => {
    const passedAt: number[] = [];
    for (let second = 0; second < 180; second += 1) {
      for (let i = 0; i < 2; i += 1)
        if ((await outcome(spend(ctx(), 'edge', rate))) === 'passed') passedAt.push(second);
      services.clock.advance(1_000);
    }
    for (let start = 0; start < 120; start += 1) {
      // The full burst, and the refill during the period.
      expect(passedAt.filter((at) => at >= start && at < start + 60).length).toBeLessThanOrEqual(20);
    }
    expect(passedAt.length).toBeGreaterThanOrEqual(30);
    expect(passedAt.length).toBeLessThanOrEqual(40);
  });

  test('tells the seconds after which one more would pass', async () => {
    for (let i = 0; i < 10; i += 1) await spend(ctx(), 'wait', rate);
    const refusal = await spend(ctx(), 'wait', rate).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      type: 'USAGE_LIMIT_EXCEEDED',
      detail: { code: 'RATE_LIMITED', retryAfterSeconds: 6 },
    });
    services.clock.advance(5_000);
    expect(await outcome(spend(ctx(), 'wait', rate))).toBe('USAGE_LIMIT_EXCEEDED');
    services.clock.advance(1_000);
    expect(await outcome(spend(ctx(), 'wait', rate))).toBe('passed');
  });
});

describe('the gate in memory', () => {
  test('stops one subject and not another, and opens again', () => {
    let time = 0;
    const gate = createRequestGate(60, () => time);
    for (let i = 0; i < 60; i += 1) gate.pass('a');
    expect(() => gate.pass('a')).toThrow(/Too many requests/);
    gate.pass('b');
    time += 1_000;
    gate.pass('a');
  });

  test('lets exactly its number through, whatever the fraction of the time', () => {
    for (let limit = 1; limit <= 20; limit += 1)
      for (let i = 0; i < 200; i += 1) {
        const time = 1_000 * i + i / 197;
        const gate = createRequestGate(limit, () => time);
        for (let passed = 0; passed < limit; passed += 1) gate.pass('a');
        expect(() => gate.pass('a')).toThrow(/Too many requests/);
      }
  });

  test('0 means no limit', () => {
    const gate = createRequestGate(0);
    const many = () => Array.from({ length: 1_000 }, () => gate.pass('a'));
    expect(many).not.toThrow();
  });
});
