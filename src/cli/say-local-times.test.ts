import { afterEach, expect, test, vi } from 'vitest';
import { sayLocalTimes } from './say-local-times.ts';

const NOW = new Date('2026-03-10T16:00:00Z');
const data = {
  baton: { expires_at: '2026-03-10T16:23:10.000Z' },
  events: [{ at: '2026-03-09T22:30:00.000Z' }, { at: '2026-03-08T12:00:00.000+00:00' }],
};
afterEach(() => vi.unstubAllEnvs());

test('times of the answer are those of the terminal, with the day where it is another one there', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const text =
    'Yours: T1, baton 4.k3, until 16:23 UTC; every call renews it.\nT1 [wip by me, until 16:23]\n  03-09 22:30 a\n  03-08 12:00 b';
  expect(sayLocalTimes(text, data, NOW)).toBe(
    'Yours: T1, baton 4.k3, until 21:53; every call renews it.\nT1 [wip by me, until 21:53]\n  04:00 a\n  03-08 17:30 b',
  );
});

test('times that people or agents wrote stay', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(sayLocalTimes('Not before 16:23. The door is open since 09:00', data, NOW)).toBe(
    'Not before 16:23. The door is open since 09:00',
  );
});
