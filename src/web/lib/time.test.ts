import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatClock, formatDate, formatDateTime, formatDay, formatTime, noteAge, projectAge } from './time.ts';

const NOW = new Date(2026, 2, 31, 12, 0, 0).getTime();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

describe('ages', () => {
  it.each([
    [0, 'Just now'],
    [59 * SECOND, 'Just now'],
    [MINUTE, '1m ago'],
    [59 * MINUTE + 59 * SECOND, '59m ago'],
    [HOUR, '1h ago'],
    [DAY - SECOND, '23h ago'],
    [DAY, '1d ago'],
    [6 * DAY, '6d ago'],
  ])('%i ms read the same for projects and notes', (passed, text) => {
    expect(projectAge(ago(passed), NOW)).toBe(text);
    expect(noteAge(ago(passed), NOW)).toBe(text);
  });

  it('a clock that runs ahead gives no negative age', () => {
    expect(projectAge(ago(-5 * MINUTE), NOW)).toBe('Just now');
  });

  it('notes turn to a date at seven days', () => {
    expect(noteAge(ago(7 * DAY - SECOND), NOW)).toBe('6d ago');
    expect(noteAge(ago(7 * DAY), NOW)).toBe('Mar 24, 2026');
  });

  it('projects count days up to thirty, then turn to a date', () => {
    expect(projectAge(ago(30 * DAY), NOW)).toBe('30d ago');
    expect(projectAge(ago(31 * DAY), NOW)).toBe('Feb 28, 2026');
  });

  it('dates are written the American way', () => {
    const evening = new Date(2025, 10, 20, 14, 41, 7);
    const plain = (text: string) => text.replaceAll('\u202f', ' ');
    expect(formatDate(evening)).toBe('Nov 20, 2025');
    expect(plain(formatDateTime(evening))).toBe('Nov 20, 2025, 2:41 PM');
    expect(plain(formatClock(evening))).toBe('2:41:07 PM');
    expect(plain(formatTime(evening))).toBe('2:41 PM');
  });
});

describe('the day above a list', () => {
  it.each([
    [new Date(2026, 2, 31, 0, 0, 0), 'Today'],
    [new Date(2026, 2, 30, 23, 59, 59), 'Yesterday'],
    [new Date(2026, 2, 29, 23, 59, 59), 'Sunday, Mar 29'],
    [new Date(2026, 2, 16, 8, 0, 0), 'Monday, Mar 16'],
    [new Date(2025, 11, 31, 8, 0, 0), 'Wednesday, Dec 31, 2025'],
  ])('%s is %s', (at, text) => {
    expect(formatDay(at, NOW)).toBe(text);
  });

  it('of the first of a month names the last of the one before', () => {
    expect(formatDay(new Date(2026, 2, 31, 8), new Date(2026, 3, 1, 7).getTime())).toBe('Yesterday');
  });
});

/** A child process, because a process reads TZ and the locale once, when it starts. */
const sayIn = (env: Record<string, string>, formats: string, at: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { ${formats} } from '#web/lib/time.ts';
       for (const format of [${formats}]) console.log(format('${at}'));`,
    ],
    { cwd: join(import.meta.dirname, '../../..'), env: { ...process.env, ...env }, encoding: 'utf8' },
  )
    .trim()
    .replaceAll('\u202f', ' ')
    .split('\n');

it.each([
  ['en_US', ['2:05 PM', '2:05:09 PM', 'Apr 1, 2026, 2:05 PM', 'Apr 1, 2:05 PM', '14:05 UTC']],
  ['de_DE', ['14:05', '14:05:09', 'Apr 1, 2026, 14:05', 'Apr 1, 14:05', '14:05 UTC']],
  ['ja_JP', ['14:05', '14:05:09', 'Apr 1, 2026, 14:05', 'Apr 1, 14:05', '14:05 UTC']],
])('an hour reads as people of %s write it, in English words', (locale, said) => {
  const formats = 'formatTime, formatClock, formatDateTime, formatShortDateTime, formatUtcTime';
  expect(sayIn({ TZ: 'UTC', LC_ALL: `${locale}.UTF-8` }, formats, '2026-04-01T14:05:09.000Z')).toEqual(said);
});

it('midnight is never 24 o’clock', () => {
  expect(sayIn({ TZ: 'UTC', LC_ALL: 'de_DE.UTF-8' }, 'formatTime', '2026-04-01T00:05:00.000Z')).toEqual(['00:05']);
});

it.each(['Pacific/Auckland', 'America/New_York', 'UTC'])('plans and limits keep UTC for somebody in %s', (zone) => {
  expect(sayIn({ TZ: zone }, 'formatUtcDate, formatUtcDay, formatUtcTime', '2026-04-01T00:00:00.000Z')).toEqual([
    'Apr 1, 2026',
    'Apr 1',
    '00:00 UTC',
  ]);
});
