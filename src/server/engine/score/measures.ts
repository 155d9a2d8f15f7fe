import type { Measure } from './measure.ts';
import { PLAN_MEASURES } from './measure-plans.ts';
import { scoreExtraction } from './score-extraction.ts';
import { scoreIds } from './score-ids.ts';
import { VARIATIONS } from './vary-text.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const share = (parts: readonly number[], wholes: readonly number[]) =>
  sum(wholes) === 0 ? 1 : sum(parts) / sum(wholes);

function overExtractions(part: 'matched' | 'rightLines', whole: 'expected' | 'found' | 'matched'): Measure['run'] {
  return (corpus) => {
    const scores = corpus.map((prd) => scoreExtraction(prd));
    return share(
      scores.map((score) => score[part]),
      scores.map((score) => score[whole]),
    );
  };
}

/** What the engine is held to: the tests and the score command read the same list. */
export const MEASURES: readonly Measure[] = [
  { name: 'requirements found (recall)', limit: 0.97, unit: 'share', run: overExtractions('matched', 'expected') },
  {
    name: 'found that are requirements (precision)',
    limit: 0.9,
    unit: 'share',
    run: overExtractions('matched', 'found'),
  },
  { name: 'cited lines correct', limit: 0.99, unit: 'share', run: overExtractions('rightLines', 'matched') },
  ...Object.entries(VARIATIONS).map(([name, vary]): Measure => ({
    name: `ids kept, text ${name}`,
    limit: 0.95,
    unit: 'share',
    run: (corpus) => {
      const scores = corpus.map((prd) => scoreIds(prd, vary));
      return share(
        scores.map(({ kept }) => kept),
        scores.map(({ of }) => of),
      );
    },
  })),
  ...PLAN_MEASURES,
];

export const isGood = ({ unit, limit }: Measure, value: number) => (unit === 'share' ? value >= limit : value <= limit);
