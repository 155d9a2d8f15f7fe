import { describe, expect, it } from 'vitest';
import { buildDocument } from './build-document.ts';

const parents = (content: string) =>
  Object.fromEntries(buildDocument(content).sections.map(({ heading, parent }) => [heading, parent?.heading ?? null]));
const ends = (content: string) =>
  Object.fromEntries(buildDocument(content).sections.map(({ heading, start, end }) => [heading, [start, end]]));
const titleOf = (content: string) => buildDocument(content).title?.heading ?? null;

describe('the tree of sections', () => {
  it('hangs a heading under the one whose number it continues, whatever its level', () => {
    const content = '# App\n## 7 Search\n## 7.1 Filters\n## 7.2 Sorting\n## 8 Loans';
    expect(parents(content)).toMatchObject({ Filters: 'Search', Sorting: 'Search', Search: 'App', Loans: 'App' });
  });

  it('hangs a heading without a number under the numbered one before it, where most of its level are numbered', () => {
    const content = '# App\n## 1. Plan\n## Day 1\n## Day 2\n## 2. Loans\n## 3. Search\n## 4. Export';
    expect(parents(content)).toMatchObject({ 'Day 1': 'Plan', 'Day 2': 'Plan', Loans: 'App' });
  });

  it('leaves headings beside each other where only a few are numbered', () => {
    const content = '# App\n## 1. Plan\n## Loans\n## Search\n## Export';
    expect(parents(content)).toMatchObject({ Loans: 'App', Search: 'App' });
  });

  it('leaves a known name beside the numbered ones', () => {
    const content = '# App\n## 1. Plan\n## 2. Loans\n## 3. Search\n## 4. Export\n## Risks';
    expect(parents(content)).toMatchObject({ Risks: 'App' });
  });

  it('goes by level where nothing is numbered', () => {
    expect(parents('# App\n## A\n### B\n## C')).toMatchObject({ B: 'A', A: 'App', C: 'App' });
  });

  it('ends a section before the next that is not below it', () => {
    expect(ends('# App\n\n## A\n\nwords\n\n### B\n\n## C\n\nend')).toEqual({
      App: [1, 11],
      A: [3, 8],
      B: [7, 8],
      C: [9, 11],
    });
  });

  it('takes the one top heading for the title', () => {
    expect(titleOf('# App v2\n## A\n## B')).toBe('App v2');
  });

  it('takes two headings in a row for the two lines of a title', () => {
    expect(titleOf('# Product Requirements\n# Library\n## A\n## B')).toBe('Library');
  });

  it('takes a heading that only names the kind of document for the second line of a title', () => {
    expect(titleOf('# Library\n## Product Requirements Document (PRD)\n### A\n### B')).toBe(
      'Product Requirements Document (PRD)',
    );
    expect(titleOf('# Library\n## Features\n### A\n### B')).toBe('Library');
  });

  it('knows no title where several headings stand as high', () => {
    expect(titleOf('# A\n\nwords\n\n# B\n\nwords\n\n# C')).toBeNull();
  });
});
