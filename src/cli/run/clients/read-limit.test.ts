import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLimit } from './read-limit.ts';

/** In Berlin it is 21:30, in New York 15:30, in Kuala Lumpur 04:30 of the next day. */
const NOW = new Date('2026-11-18T20:30:00Z');
const untilOf = (text: string, isFailure = false) => readLimit(text, NOW, { isFailure })?.until?.toISOString();

test.each([
  ["You've hit your limit · resets 3am (Europe/Berlin)", '2026-11-19T02:00:00.000Z'],
  ['You’ve hit your limit · resets 10pm (Europe/Berlin)', '2026-11-18T21:00:00.000Z'],
  ["You've hit your session limit · resets 4:30pm (America/New_York)", '2026-11-18T21:30:00.000Z'],
  ["You've hit your limit · resets 4pm (Asia/Kuala_Lumpur)", '2026-11-19T08:00:00.000Z'],
  ["You've hit your weekly limit · resets Nov 20 at 9pm (America/New_York)", '2026-11-21T02:00:00.000Z'],
  ["You've hit your weekly limit · resets Nov 20, 9pm (America/New_York)", '2026-11-21T02:00:00.000Z'],
  ["You've hit your fast limit · resets in 2h", '2026-11-18T22:30:00.000Z'],
  ["You've hit your limit · resets 12am (Europe/Berlin)", '2026-11-18T23:00:00.000Z'],
  ['Claude AI usage limit reached|1795035600', '2026-11-18T21:00:00.000Z'],
  ['Claude usage limit reached|1795035600000 ', '2026-11-18T21:00:00.000Z'],
  [
    "You've hit your usage limit. Upgrade to Pro (https://example.com) or try again in 2 days 17 hours 14 minutes.",
    '2026-11-21T13:44:00.000Z',
  ],
  ["You've hit your usage limit. Try again in 4h 12m.", '2026-11-19T00:42:00.000Z'],
  ["You've hit your usage limit. Try again at Nov 20th, 2026 3:05 PM.", new Date(2026, 10, 20, 15, 5).toISOString()],
  ['You have exhausted your capacity on this model. Your quota will reset after 3h12m5s.', '2026-11-18T23:42:05.000Z'],
])('%s', (text, until) => {
  expect(untilOf(text)).toBe(until);
  expect(untilOf(text, true)).toBe(until);
});

test.each([
  'You exceeded your current quota, please check your plan and billing details.',
  'You have reached your daily gemini-2.5-pro quota limit.',
  "You've hit your limit · resets 25pm (Europe/Berlin)",
  "You've hit your limit · resets 3am (Europe/Atlantis)",
  "You've hit your limit · resets in 400 days",
  'Claude AI usage limit reached|1195035600',
])('%s does not say until when', (text) => {
  expect(readLimit(text, NOW)).toEqual({ until: null });
});

test.each([
  'Qwen OAuth quota exceeded: your free daily quota has been reached.',
  'exceeded retry limit, last status: 429 Too Many Requests',
  '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}',
  'insufficient_quota',
  "This request would exceed your account's rate limit.",
])('%s is a limit as a failure only', (text) => {
  expect(readLimit(text, NOW)).toBeUndefined();
  expect(readLimit(text, NOW, { isFailure: true })).toEqual({ until: null });
});

test.each([
  'I added a rate limit of 429 requests, and it resets at 3am.',
  'The limit of the buoys is reached.',
  'test/limit.test.ts passes',
  '',
])('%s is no limit', (text) => {
  expect(readLimit(text, NOW)).toBeUndefined();
});

test('a long text of a model about limits is none', () => {
  expect(readLimit(`The page now says "You've hit your limit". ${'And more. '.repeat(60)}`, NOW)).toBeUndefined();
});

describe('any text', () => {
  const words = fc.constantFrom(
    "You've hit your limit",
    'usage limit reached|',
    'resets ',
    'resets in ',
    'try again at ',
    'Nov ',
    '31',
    '9999999999999',
    ':99',
    'pm',
    ' (Europe/Berlin)',
    ' (../..)',
    '4h 12m',
    '1e9d',
    '\u{0}',
    '\u{d800}',
  );
  test('is read without a throw, and until is in the future and not far away', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words).map((all) => all.join('')),
        ),
        (text) => {
          const limit = readLimit(text, NOW, { isFailure: true });
          if (limit?.until == null) return;
          expect(limit.until.getTime()).toBeGreaterThan(NOW.getTime());
          expect(limit.until.getTime()).toBeLessThan(NOW.getTime() + 46 * 86_400_000);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
