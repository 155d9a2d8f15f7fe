import { expect, test } from 'vitest';
import { openLines } from './read-lines.ts';

const MEGABYTE = 1_000_000;

test('of a line that does not end, a million characters are kept, and the next one whole', () => {
  const taken: { length: number; isCut: boolean }[] = [];
  const lines = openLines((line, isCut) => taken.push({ length: line.length, isCut }));
  for (let count = 0; count < 10; count += 1) lines.read('x'.repeat(MEGABYTE));
  lines.read('\r\nashore\r\n\n');
  lines.read('y'.repeat(MEGABYTE));
  lines.end();
  expect(taken).toEqual([
    { length: MEGABYTE, isCut: true },
    { length: 6, isCut: false },
    { length: MEGABYTE, isCut: false },
  ]);
});
