import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

const linesOf = (...pieces: string[]) => Readable.from(readLines(Readable.from(pieces))).toArray();

test('a line goes on until its line feed, over as many pieces as it came in', async () => {
  expect(await linesOf('on', 'e\ntw', 'o', '', '\n', '\nfour\nfive\n')).toEqual(['one', 'two', '', 'four', 'five']);
});

test('what stands after the last line feed is a line too', async () => {
  expect(await linesOf('one\ntw', 'o')).toEqual(['one', 'two']);
  expect(await linesOf()).toEqual([]);
});

test('nothing else ends a line', async () => {
  const line = 'a\u2028b\u2029c\u0085d\u000be\u000cf\rg';
  expect(await linesOf(`${line}\n${line}`)).toEqual([line, line]);
});
