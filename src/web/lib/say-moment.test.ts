import { expect, test } from 'vitest';
import { sayDay, sayMoment } from './say-moment.ts';

const NOW = new Date(2026, 2, 12, 9, 30).getTime();
const local = (month: number, day: number, hour: number, minute = 0) => new Date(2026, month - 1, day, hour, minute);

test.each([
  [local(3, 12, 9, 5), '9:05 AM', '9:05 AM'],
  [local(3, 12, 0, 1), '12:01 AM', '12:01 AM'],
  [local(3, 11, 18, 40), 'yesterday 6:40 PM', 'yesterday'],
  [local(3, 10, 23, 59), 'Mar 10, 11:59 PM', 'Mar 10'],
  [new Date(2025, 11, 31, 12), 'Dec 31, 2025, 12:00 PM', 'Dec 31, 2025'],
])('case %#: the moment %s is said as people say it', (at, moment, day) => {
  expect(sayMoment(at, NOW)).toBe(moment);
  expect(sayDay(at, NOW)).toBe(day);
});
