import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeJson } from './write-json.ts';

const DATE = new Date('2030-01-02T03:04:05Z');

test.each([
  { success: true, data: { reading: { blocks: [{ line: 1, by: null }, { line: 2 }], counts: {}, none: [] } } },
  { left: undefined, out: [undefined, null], at: DATE, deep: { a: { b: { c: { d: [1, [2, { e: DATE }]] } } } } },
  { left: undefined },
  [1, 'two', [3]],
  'a "text" \ud800',
  null,
])('writes what JSON.stringify writes: %j', async (value) => {
  expect(await text(writeJson(value))).toBe(JSON.stringify(value));
});

test('the event loop turns while a long answer is written', async () => {
  const answer = { data: { blocks: Array.from({ length: 20_000 }, (_, line) => ({ line, key: 'x'.repeat(50) })) } };
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const written = await text(writeJson(answer));
  isDone = true;
  expect(written).toBe(JSON.stringify(answer));
  expect(turns).toBeGreaterThanOrEqual(Math.floor(written.length / 200_000));
});
