import { expect, test } from 'vitest';
import { plainLine, plainText } from './plain-text.ts';

test.each([
  ['Use a **trigram** index or `LIKE`?', 'Use a trigram index or LIKE?'],
  ['## Two\n\n- _lines_ of [text](https://example.com)\n- [x] done', 'Two lines of text done'],
  ['> quoted', 'quoted'],
  ['2 * 3 is 6, snake_case stays', '2 * 3 is 6, snake_case stays'],
  ['1. keeps its number', '1. keeps its number'],
  ['\\*not bold\\*', '*not bold*'],
  ['', ''],
])('%j as one line', (markdown, line) => {
  expect(plainLine(markdown)).toBe(line);
});

test('lines stay where the text has several', () => {
  expect(plainText('**One**\n\nTwo `three`')).toBe('One\n\nTwo three');
});
