import { describe, expect, test } from 'vitest';
import type { PrdBlock, PrdSection, Reading } from '#contract/requirement.ts';
import { countReading, findExcerpt, findTouched, listLineRoles } from './rules.ts';

const CONTENT = [
  '# Library',
  '## Loans',
  '### Lending',
  '- A member borrows.',
  '  It is written down.',
  '',
  '**Note:**',
  '',
  '```',
  'x',
  '',
  'y',
  '```',
].join('\r\n');

const key = (digit: number) => String(digit).repeat(16);
const block = (start: number, end: number, over: Partial<PrdBlock>): PrdBlock => ({
  start_line: start,
  end_line: end,
  kind: 'item',
  depth: 0,
  section: 2,
  role: 'work',
  reason: 'section_work',
  key: key(start % 10),
  requirement_ids: [],
  set_by: null,
  ...over,
});
const section = (place: number, start: number, parent: number | null, heading: string): PrdSection => ({
  ref: String(place),
  heading,
  level: place + 1,
  parent,
  start_line: start,
  end_line: 13,
  key: key(start),
});
const READING: Pick<Reading, 'blocks' | 'sections' | 'counts' | 'decisions'> = {
  sections: [section(0, 1, null, 'Library'), section(1, 2, 0, 'Loans'), section(2, 3, 1, 'Lending')],
  blocks: [
    block(1, 1, { kind: 'heading', section: 0, role: 'context' }),
    block(2, 2, { kind: 'heading', section: 1 }),
    block(3, 3, { kind: 'heading' }),
    block(4, 5, { requirement_ids: ['r-1', 'r-2'] }),
    block(7, 7, { kind: 'label' }),
    block(9, 13, { kind: 'code', role: 'context' }),
  ],
  counts: { total: 10, work: 5, context: 5, limit: 0, done: 0, unsure: 0 },
  decisions: [],
};

test('lines are counted without the blank ones, and headings and labels by what stands below them', () => {
  expect(countReading(CONTENT, READING)).toEqual({
    counts: { ...READING.counts, to_decide: 0 },
    work: [
      { ids: ['r-1'], lines: 1 },
      { ids: ['r-1'], lines: 1 },
      { ids: ['r-1', 'r-2'], lines: 2 },
      { ids: ['r-1'], lines: 1 },
    ],
  });
});

test('a work line that nothing traces stays without a requirement', () => {
  const lost = [block(4, 4, { kind: 'paragraph' })];
  expect(countReading(CONTENT, { ...READING, blocks: lost }).work).toEqual([{ ids: [], lines: 1 }]);
});

test('every line that is not blank has the role of its block, also at the end of a text that was cut', () => {
  expect(listLineRoles(CONTENT, READING.blocks).map(({ line, role }) => `${line} ${role}`)).toEqual([
    '1 context',
    '2 work',
    '3 work',
    '4 work',
    '5 work',
    '7 work',
    '9 context',
    '10 context',
    '12 context',
    '13 context',
  ]);
  expect(listLineRoles('# Library', READING.blocks)).toEqual([{ line: 1, role: 'context' }]);
});

describe('what a role on lines is kept by', () => {
  const touched = (start: number, end: number, scope: 'block' | 'section' = 'block') =>
    findTouched(CONTENT, READING, { start, end, scope });

  test('every block that touches them, the heading above left out', () => {
    expect(touched(3, 7)).toEqual([
      { key: key(4), scope: 'block', excerpt: '- A member borrows.' },
      { key: key(7), scope: 'block', excerpt: '**Note:**' },
    ]);
    expect(touched(5, 5)).toMatchObject([{ key: key(4) }]);
  });

  test('a heading alone stands for its section', () => {
    expect(touched(2, 3)).toEqual([
      { key: key(2), scope: 'section', excerpt: 'Loans' },
      { key: key(3), scope: 'section', excerpt: 'Lending' },
    ]);
  });

  test('the innermost section around them', () => {
    expect(touched(4, 7, 'section')).toEqual([{ key: key(3), scope: 'section', excerpt: 'Lending' }]);
    expect(touched(2, 4, 'section')).toMatchObject([{ excerpt: 'Loans' }]);
  });

  test('nothing where nothing stands', () => {
    expect(touched(6, 6)).toEqual([]);
    expect(touched(99, 120)).toEqual([]);
    expect(touched(99, 120, 'section')).toEqual([]);
  });
});

test('the text behind a key is found, cut between characters where it is long', () => {
  const long = `- ${'a'.repeat(196)}😀😀`;
  expect(findExcerpt(CONTENT, READING, { key: key(3), scope: 'section' })).toBe('Lending');
  expect(findExcerpt(CONTENT, READING, { key: 'ffffffffffffffff', scope: 'block' })).toBeUndefined();
  const cut = findExcerpt(long, { ...READING, blocks: [block(1, 1, {})] }, { key: key(1), scope: 'block' });
  expect(cut).toBe(`- ${'a'.repeat(196)}…`);
});
