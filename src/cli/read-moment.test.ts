import { expect, test } from 'vitest';
import { readMoment } from './read-moment.ts';

const NOW = new Date(2026, 2, 17, 8, 30);
const read = (said: string) => readMoment(said, NOW);

test('a moment is said as a span, a day or a time here', () => {
  expect(read('90m')).toEqual(new Date(2026, 2, 17, 7, 0));
  expect(read('8h')).toEqual(new Date(2026, 2, 17, 0, 30));
  expect(read('2 d')).toEqual(new Date(NOW.getTime() - 2 * 86_400_000));
  expect(read('today')).toEqual(new Date(2026, 2, 17));
  expect(read('Yesterday')).toEqual(new Date(2026, 2, 16));
  expect(read('2026-03-01')).toEqual(new Date(2026, 2, 1));
  expect(read('2026-03-16T18:40')).toEqual(new Date(2026, 2, 16, 18, 40));
  expect(read('2026-03-16T18:40:00Z')).toEqual(new Date('2026-03-16T18:40:00Z'));
});

test.each(['', 'tomorrow', '8 hours', '12', '2026-13-40', 'March 3'])('%o is refused with what can be said', (said) => {
  expect(() => read(said)).toThrow('--since takes 8h');
});
