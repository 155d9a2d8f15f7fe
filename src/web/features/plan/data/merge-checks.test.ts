import { expect, test } from 'vitest';
import type { Check } from '#contract/task.ts';
import { mergeChecks } from './merge-checks.ts';

/** "x Builds" is ticked. */
const checks = (...lines: string[]): Check[] =>
  lines.map((line) => ({ text: line.replace(/^x /, ''), met: line.startsWith('x ') }));
const merge = (base: Check[], mine: Check[], theirs: Check[]) =>
  mergeChecks(base, mine, theirs)?.map(({ text, met }) => (met ? `x ${text}` : text));

test('ticks of two people are both kept', () => {
  expect(merge(checks('A', 'B'), checks('x A', 'B'), checks('A', 'x B'))).toEqual(['x A', 'x B']);
});

test('a check is found by its text where others were added, removed or moved', () => {
  expect(merge(checks('A', 'B', 'C'), checks('A', 'x B', 'C'), checks('New', 'C', 'B'))).toEqual(['New', 'C', 'x B']);
});

test('rewording keeps the tick it got meanwhile', () => {
  expect(merge(checks('A', 'B'), checks('A2', 'B'), checks('x A', 'B'))).toEqual(['x A2', 'B']);
});

test('a removed check goes, and an added one comes to the end', () => {
  expect(merge(checks('A', 'B'), checks('B'), checks('A', 'B', 'C'))).toEqual(['B', 'C']);
  expect(merge(checks('A'), checks('A', 'B'), checks('A', 'C'))).toEqual(['A', 'C', 'B']);
});

test('a change that is there already is not made twice', () => {
  expect(merge(checks('A'), checks('A', 'B'), checks('A', 'B'))).toEqual(['A', 'B']);
  expect(merge(checks('A', 'B'), checks('B'), checks('B'))).toEqual(['B']);
  expect(merge(checks('A'), checks('A2'), checks('A2'))).toEqual(['A2']);
});

test('of the same text, the one at its place is meant', () => {
  expect(merge(checks('A', 'A'), checks('A', 'x A'), checks('x A', 'A'))).toEqual(['x A', 'x A']);
  expect(merge(checks('A'), checks('A', 'A'), checks('x A'))).toEqual(['x A', 'A']);
});

test('a change of a check that somebody reworded or removed is a conflict', () => {
  expect(merge(checks('A'), checks('x A'), checks('B'))).toBeUndefined();
  expect(merge(checks('A'), checks('A2'), checks('A3'))).toBeUndefined();
});

test('what was seen comes and goes with the tick', () => {
  const [open, met] = [
    { text: 'A', met: false },
    { text: 'A', met: true, seen: '12 passed' },
  ];
  expect(mergeChecks([met], [open], [met])).toEqual([open]);
  expect(mergeChecks([open], [{ text: 'A2', met: false }], [met])).toEqual([{ ...met, text: 'A2' }]);
});
