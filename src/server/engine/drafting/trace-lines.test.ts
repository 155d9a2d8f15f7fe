import { expect, test } from 'vitest';
import { buildReading } from '#test/reading.ts';
import { readRanges, writeRanges } from './read-ranges.ts';
import { traceLines } from './trace-lines.ts';

const { requirements } = buildReading({ Export: ['CSV', 'PDF', 'ODS', 'XML'] });
const task = (number: number, lines: string) => ({
  number,
  list: 1,
  title: 'T',
  ranges: readRanges(lines, 1_000),
  after: [],
  isDone: false,
  isLater: false,
});

test('a line belongs to the task that names it most closely', () => {
  const answered = traceLines([task(1, '1-40'), task(2, '4-5'), task(3, '5')], requirements);
  expect([...answered]).toEqual([
    [1, ['r-1', 'r-4']],
    [2, ['r-2']],
    [3, ['r-3']],
  ]);
});

test('tasks that name the same range share it, up to three', () => {
  const answered = traceLines(
    [1, 2, 3, 4].map((number) => task(number, '3-6')),
    requirements,
  );
  expect([...answered].map(([, ids]) => ids.length)).toEqual([4, 4, 4, 0]);
});

test('a requirement of several lines is answered by whoever has one of them', () => {
  const table = {
    ...requirements[0],
    id: 'table',
    text: 'A table',
    kind: 'table' as const,
    heading_path: [],
    start_line: 3,
    end_line: 6,
  };
  const answered = traceLines([task(1, '3-4'), task(2, '5-6')], [table]);
  expect([...answered]).toEqual([
    [1, ['table']],
    [2, ['table']],
  ]);
});

test('ranges are read from whatever a model writes, within the document', () => {
  const read = (text: string) => readRanges(text, 50).map(({ start, end }) => [start, end]);
  expect(read('12-18, 22')).toEqual([
    [12, 18],
    [22, 22],
  ]);
  expect(read('lines 12 – 18 and L22')).toEqual([
    [12, 18],
    [22, 22],
  ]);
  expect(read('18-12; 40-90; 60; 0; 99999999999')).toEqual([
    [12, 18],
    [40, 50],
  ]);
  expect(read('none')).toEqual([]);
  expect(read('1,'.repeat(100_000))).toHaveLength(200);
  expect(writeRanges(readRanges('5-7, 1, 8, 2', 50))).toBe('1-2, 5-8');
});
