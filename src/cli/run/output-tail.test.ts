import { expect, test } from 'vitest';
import { OutputTail } from './output-tail.ts';

test('lines are told once, and again until they have arrived', () => {
  const tail = new OutputTail();
  tail.add('one');
  tail.add('two');
  expect(tail.news()).toMatchObject({ moves: 2, lines: { from: 1, text: 'one\ntwo' } });
  const sent = tail.news();
  tail.add('three');
  sent.told();
  expect(tail.news()).toMatchObject({ moves: 1, lines: { from: 3, text: 'three' } });
  tail.news().told();
  expect(tail.news()).toMatchObject({ moves: 0, lines: null });
});

test('of a flood the last lines are told, with their numbers, and no message is larger than it may be', () => {
  const tail = new OutputTail(40);
  for (let line = 1; line <= 100_000; line += 1) tail.add(`line ${line} ${'x'.repeat(150)}`);
  const { moves, lines } = tail.news();
  expect(moves).toBe(100_000);
  expect(lines?.text.length).toBeLessThanOrEqual(2_048);
  expect(lines?.text.split('\n')[0]).toMatch(new RegExp(`^line ${(lines?.from ?? 0) - 40} `));
  expect(lines?.text.split('\n').at(-1)).toMatch(/^line 100000 /);
  expect(tail.last(2)).toHaveLength(2);
});

test('one line that is larger than a message keeps the others from being told twice', () => {
  const tail = new OutputTail();
  tail.add('x'.repeat(5_000));
  const news = tail.news();
  expect(news).toMatchObject({ moves: 1, lines: null });
  news.told();
  tail.add('next');
  expect(tail.news()).toMatchObject({ moves: 1, lines: { from: 2, text: 'next' } });
});

test('what a task leaves behind is not taken for lines of the next one', () => {
  const tail = new OutputTail();
  tail.add('of the first');
  tail.begin('── T2 Second');
  expect(tail.last(20)).toEqual([]);
  tail.add('of the second');
  expect(tail.last(20)).toEqual(['of the second']);
  expect(tail.news().lines).toEqual({ from: 1, text: 'of the first\n── T2 Second\nof the second' });
});
