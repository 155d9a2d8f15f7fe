import { expect, test } from 'vitest';
import { measure } from './coverage.ts';

const PRD = '# Ship\n\nIt floats.\n\n## Hull\n\n- Oak\n- Tar\n\n## Sails\n\n- Linen\n\n| --- | --- |\n';
const covering = (start: number, end: number) => ({ prd_lines: { start, end }, deleted_at: null });

test('lines that ask for something are covered or named, with the heading they stand under', () => {
  expect(measure(PRD, [covering(3, 3), covering(5, 7), { prd_lines: null, deleted_at: null }])).toEqual({
    lines: 4,
    covered: 2,
    tasks: 2,
    tasks_elsewhere: 1,
    gaps: [
      { start: 8, end: 8, heading: 'Hull', lines: 1 },
      { start: 12, end: 12, heading: 'Sails', lines: 1 },
    ],
  });
});

test('a gap does not reach across a heading, and a deleted task covers nothing', () => {
  const { gaps } = measure(PRD, [{ ...covering(1, 20), deleted_at: '2026-01-01T00:00:00.000Z' }]);
  expect(gaps.map(({ start, end }) => [start, end])).toEqual([
    [3, 3],
    [7, 8],
    [12, 12],
  ]);
});
