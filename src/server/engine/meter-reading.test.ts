import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { meterReading } from './meter-reading.ts';
import type { ReadingKind } from './planner.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const read = (account: string, kind: ReadingKind, times: number) =>
  Promise.all(Array.from({ length: times }, () => meterReading(services, account, kind)));
const TOO_MANY = { type: 'USAGE_LIMIT_EXCEEDED', status: 429, detail: { code: 'RATE_LIMITED' } };

test('thirty previews a minute pass, the next one is told how long to wait, and others are not touched', async () => {
  await read('ada', 'preview', 30);
  await expect(read('ada', 'preview', 1)).rejects.toMatchObject({ ...TOO_MANY, detail: { retryAfterSeconds: 2 } });
  await read('ben', 'preview', 1);
  await read('ada', 'live', 1);
  services.clock.advance(2_000);
  await read('ada', 'preview', 1);
});

test('somebody who types is read three times a second for as long as they like', async () => {
  for (let second = 0; second < 120; second += 1) {
    await read('cem', 'live', 3);
    services.clock.advance(1_000);
  }
  await read('cem', 'live', 180);
  await expect(read('cem', 'live', 1)).rejects.toMatchObject(TOO_MANY);
});

test('plans that are made are counted elsewhere', async () => {
  expect(await read('dan', 'plan', 200)).toHaveLength(200);
});
