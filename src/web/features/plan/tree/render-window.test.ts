import { describe, expect, test } from 'vitest';
import { offsetAfter, rowsToRender } from './render-window.ts';

describe('the rows in the document', () => {
  const range = (startIndex: number, endIndex: number, count = 10_000) => ({ startIndex, endIndex, count });

  test('are those in sight and some beyond', () => {
    const rows = rowsToRender(range(100, 120), 110);
    expect([rows[0], rows.at(-1)]).toEqual([92, 128]);
  });

  test('include the one with the focus however far away it is', () => {
    expect(rowsToRender(range(5_000, 5_020), 3)[0]).toBe(3);
    expect(rowsToRender(range(100, 120), 9_000).at(-1)).toBe(9_000);
  });

  test('are never more than sixty in a window of ordinary height', () => {
    for (const inSight of [10, 30, 45, 58])
      expect(rowsToRender(range(500, 499 + inSight), 2).length).toBeLessThanOrEqual(60);
  });

  test('stay inside the list', () => {
    expect(rowsToRender(range(0, 2, 3), 7)).toEqual([0, 1, 2]);
    expect(rowsToRender(range(0, 1, 2), -1)).toEqual([0, 1]);
  });
});

describe('the place one has scrolled to', () => {
  const list = (...names: string[]) => names.map((id) => ({ id }));
  const after = (before: string[], now: string[], offset: number) => {
    const index = new Map(now.map((id, i) => [id, i]));
    return offsetAfter(list(...before), (id) => index.get(id), offset, 30);
  };

  test('follows the first row in sight when rows come above it', () => {
    expect(after(['a', 'b', 'c'], ['x', 'y', 'a', 'b', 'c'], 40)).toBe(100);
  });

  test('stays when rows come below it', () => {
    expect(after(['a', 'b', 'c'], ['a', 'b', 'x', 'c'], 40)).toBe(40);
  });

  test('goes by the next row that is still there, or the last one before', () => {
    expect(after(['a', 'b', 'c', 'd'], ['a', 'd'], 45)).toBe(0);
    expect(after(['a', 'b', 'c'], ['x', 'a'], 60)).toBe(90);
    expect(after(['a'], [], 60)).toBe(0);
  });
});
