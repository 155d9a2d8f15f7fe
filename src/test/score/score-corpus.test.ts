import { describe, expect, test } from 'vitest';
import { CORPUS, readFolder } from './read-folder.ts';
import { type DocumentScore, scoreDocument } from './score-document.ts';
import { sumScores } from './sum-scores.ts';

const documents = readFolder(CORPUS);
const scores: DocumentScore[] = [];

describe('what must not be', () => {
  test.each(documents.map((document) => [document.name, document] as const))('%s has no fault', (_, document) => {
    const score = scoreDocument(document);
    scores.push(score);
    expect(score.faults).toEqual([]);
  });
});

/** Regression floors: a change that scores lower has to say why. */
const FLOORS: Record<string, number> = {
  'lines with the right role': 0.88,
  'work found or asked about': 0.95,
  'expected tasks found': 0.9,
  'pairs of tasks in order': 0.95,
  'first task sensible': 0.9,
};
const CEILINGS: Record<string, number> = { 'false work': 0.05, 'unsure lines, median': 0.05 };

describe('what has been reached', () => {
  const valueOf = (name: string) => sumScores(scores).find((figure) => figure.name === name)?.value ?? null;

  test('the corpus is as large as it should be', () => {
    expect(documents.length).toBeGreaterThanOrEqual(40);
  });

  test.each(Object.entries(FLOORS))('%s: at least %d', (name, floor) => {
    expect(valueOf(name)).toBeGreaterThanOrEqual(floor);
  });

  test.each(Object.entries(CEILINGS))('%s: at most %d', (name, ceiling) => {
    expect(valueOf(name)).toBeLessThanOrEqual(ceiling);
  });
});
