import { expect, test } from 'vitest';
import { packInTurns, packParts, unpackInTurns, unpackParts } from './pack-parts.ts';

const LONE_SURROGATE = '\ud800';
const VALUE = {
  content: `One ${LONE_SURROGATE} line\n二`,
  maxTasks: 1_000,
  title: null,
  empty: {},
  nothing: [],
  lists: [
    [1, 2],
    [3, 4],
  ],
  reading: {
    blocks: [
      { line: 1, ids: ['a'] },
      { line: 2, ids: [] },
    ],
    decisions: [],
    counts: { total: 2 },
  },
};

test('what was packed is unpacked as it was', async () => {
  expect(unpackParts(packParts(VALUE))).toEqual(VALUE);
  expect(await unpackInTurns(await packInTurns(VALUE))).toEqual(VALUE);
});

test('a long list is cut into pieces, and is one list in its order again', async () => {
  const blocks = Array.from({ length: 20_000 }, (_, line) => ({ line, key: 'x'.repeat(50) }));
  const pieces = packParts({ reading: { blocks } });
  expect(pieces.length).toBeGreaterThan(4);
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(300_000);
  expect(unpackParts(pieces)).toEqual({ reading: { blocks } });
  expect(Buffer.concat(await packInTurns({ reading: { blocks } })).equals(Buffer.concat(pieces))).toBe(true);
});

test('the event loop turns between two pieces', async () => {
  const pieces = packParts({ texts: Array.from({ length: 10 }, (_, place) => String(place).repeat(300_000)) });
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await unpackInTurns(pieces);
  isDone = true;
  expect(pieces).toHaveLength(10);
  expect(turns).toBeGreaterThanOrEqual(9);
});
