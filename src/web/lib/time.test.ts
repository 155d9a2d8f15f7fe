import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatClock, formatDate, formatDateTime, noteAge, projectAge } from './time.ts';

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
  });
});

/** A child process, because a process reads TZ once, when it starts. */
const sayIn = (TZ: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { formatUtcDate, formatUtcDay, formatUtcTime } from '#web/lib/time.ts';
       for (const format of [formatUtcDate, formatUtcDay, formatUtcTime]) console.log(format('2026-04-01T00:00:00.000Z'));`,
    ],
    { cwd: join(import.meta.dirname, '../../..'), env: { ...process.env, TZ }, encoding: 'utf8' },
  )
    .trim()
    .split('\n');

it.each(['Pacific/Auckland', 'America/New_York', 'UTC'])('plans and limits keep UTC for somebody in %s', (zone) => {
  expect(sayIn(zone)).toEqual(['Apr 1, 2026', 'Apr 1', '00:00 UTC']);
});
