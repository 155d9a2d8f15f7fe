import { describe, expect, test } from 'vitest';
import { buildExtraction } from '#test/extraction.ts';
import { splitSections } from './split-sections.ts';

const texts = (count: number, text = 'x') => Array.from({ length: count }, () => text);
const sizesOf = (sections: Record<string, string[]>) =>
  splitSections(buildExtraction(sections)).map(({ section, requirements }) => [section, requirements.length]);

describe('sections', () => {
  test('that fit together are planned in one request', () => {
    expect(sizesOf({ A: texts(10), B: texts(12) })).toEqual([['Test product', 22]]);
  });

  test('of some size are planned one by one where they do not', () => {
    expect(sizesOf({ A: texts(10), B: texts(12), C: texts(9) })).toEqual([
      ['A', 10],
      ['B', 12],
      ['C', 9],
    ]);
  });

  test('that are small share a request with the next, and the last with the one before', () => {
    expect(sizesOf({ A: texts(2), B: texts(3), C: texts(4), D: texts(20), E: texts(2) })).toEqual([
      ['A', 9],
      ['D', 22],
    ]);
  });

  test('that are large are cut', () => {
    expect(sizesOf({ A: texts(60) })).toEqual([
      ['A', 24],
      ['A', 24],
      ['A', 12],
    ]);
    const long = texts(10, 'y'.repeat(5_000));
    expect(sizesOf({ A: long }).map(([, size]) => size)).toEqual([3, 3, 3, 1]);
  });

  test('are cut at their sub-sections where that is possible', () => {
    const extraction = buildExtraction({ A: texts(34) });
    for (const [place, requirement] of extraction.requirements.entries())
      requirement.heading_path = ['Test product', 'A', place < 17 ? 'first' : 'second'];
    const other = buildExtraction({ B: texts(9) }).requirements;
    const chunks = splitSections({ requirements: [...extraction.requirements, ...other] });
    expect(chunks.map(({ requirements }) => requirements.length)).toEqual([17, 17, 9]);
  });

  test('are not needed: without headings the table is cut by size alone', () => {
    const requirements = buildExtraction({ A: texts(34) }).requirements.map((row) => ({ ...row, heading_path: [] }));
    expect(splitSections({ requirements }).map((chunk) => chunk.requirements.length)).toEqual([24, 10]);
    expect(splitSections({ requirements: [] })).toEqual([]);
  });
});
