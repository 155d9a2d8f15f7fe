import { describe, expect, it } from 'vitest';
import { buildDocument } from './build-document.ts';
import { findUnits } from './find-units.ts';

function read(content: string) {
  const { sections } = buildDocument(content);
  findUnits(sections);
  return {
    units: sections.filter(({ unit }) => unit !== null).map(({ heading }) => heading),
    facets: sections.filter(({ isFacet }) => isFacet).map(({ heading }) => heading),
    features: sections.filter(({ hasFacets }) => hasFacets).map(({ heading }) => heading),
  };
}

describe('units', () => {
  it.each([
    ['## Story 1.1\n## Story 1.2'],
    ['## Feature 1: Search\n## Feature 2: Loans'],
    ['## Faz 3: Arama\n## Faz 4: Ödünç'],
    ['## P0\n## P1'],
    ['## FR-1: Search\n## FR-2: Loans'],
    ['## 第一章 搜索\n## 第二章 借阅'],
  ])('are siblings that share a word and count up: %j', (headings) => {
    expect(read(`# App\n${headings}`).units).toHaveLength(2);
  });

  it('are not one heading alone', () => {
    expect(read('# App\n## Story 1\n## Search\n## Loans').units).toEqual([]);
  });

  it('are not headings of different words', () => {
    expect(read('# App\n## Phase 1\n## Story 2').units).toEqual([]);
  });
});

describe('facets', () => {
  const feature = (name: string) => `## ${name}\n\n### Description\n\nWords.\n\n### Requirements\n\n- a\n\n`;

  it('are sub-headings that recur under three siblings, and mark them as features', () => {
    const { facets, features } = read(`# App\n${feature('Search')}${feature('Loans')}${feature('Export')}`);
    expect(new Set(facets)).toEqual(new Set(['Description', 'Requirements']));
    expect(features).toEqual(['Search', 'Loans', 'Export']);
  });

  it('are labels that recur as well', () => {
    const labelled = (name: string) => `## ${name}\n\n**Acceptance:**\n\n- a\n\n`;
    expect(read(`# App\n${labelled('A')}${labelled('B')}${labelled('C')}`).features).toEqual(['A', 'B', 'C']);
  });

  it('do not recur under two only', () => {
    expect(read(`# App\n${feature('Search')}${feature('Loans')}`).facets).toEqual([]);
  });
});
