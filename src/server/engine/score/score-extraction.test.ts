import { describe, expect, it } from 'vitest';
import { extractRequirements } from '../offline/extract-requirements.ts';
import { MEASURES, isGood } from './measures.ts';
import { readCorpus } from './read-corpus.ts';
import { scoreExtraction } from './score-extraction.ts';

const corpus = readCorpus();

describe('the engine on the labelled corpus', () => {
  it('has PRDs of many shapes', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(28);
    expect(readCorpus('held-out').length).toBeGreaterThanOrEqual(6);
  });

  it.each(MEASURES)('$name keeps its limit of $limit', (measure) => {
    const value = measure.run(corpus);
    expect(isGood(measure, value), `${value}`).toBe(true);
  });

  it('misses nothing by much in any single PRD', () => {
    const worst = corpus
      .map((prd) => ({ name: prd.name, ...scoreExtraction(prd) }))
      .filter(({ matched, expected, found }) => matched < 0.8 * expected || matched < 0.75 * found);
    expect(worst.map(({ name }) => name)).toEqual([]);
  });
});

describe('the score itself', () => {
  const prd = {
    name: 'sample',
    content: '# Sample\n\n- Read a file\n- Write a file\n',
    expected: [
      { lines: [3, 3] as [number, number], contains: 'Read a file' },
      { lines: [4, 4] as [number, number], contains: 'Write a file' },
    ],
  };
  const extraction = extractRequirements(prd.content);

  it('counts what was missed and what was made up', () => {
    const [first] = extraction.requirements;
    if (first === undefined) throw new Error('nothing was read');
    const wrong = { ...first, text: 'Dream of a file' };
    expect(scoreExtraction(prd, { ...extraction, requirements: [wrong] })).toMatchObject({
      matched: 0,
      found: 1,
      missed: prd.expected,
      surplus: [wrong],
    });
  });

  it('notices a citation of the wrong lines', () => {
    const requirements = extraction.requirements.map((requirement) => ({ ...requirement, start_line: 1 }));
    expect(scoreExtraction(prd, { ...extraction, requirements })).toMatchObject({ matched: 2, rightLines: 0 });
  });
});
