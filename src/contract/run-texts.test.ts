import { expect, test } from 'vitest';
import type { Id } from './fields.ts';
import { sayRunSummary } from './run-texts.ts';

const run = {
  id: '019a1e50-75de-7c70-89a7-93839369e6bb' as Id,
  end: 'nothing_ready' as const,
  done: 0,
  failed: 0,
  skipped: 0,
  given_back: 0,
  insertions: 0,
  deletions: 0,
  seconds: 120,
};

test('what came out of a run leaves out what did not happen', () => {
  expect(sayRunSummary({ ...run, done: 1_204, failed: 1, insertions: 31, deletions: 2 })).toBe(
    '1,204 done, 1 failed, +31 −2, in 2 min',
  );
  expect(sayRunSummary(run)).toBe('nothing done, in 2 min');
});

test('a demonstration is said to be one', () => {
  expect(sayRunSummary({ ...run, done: 9, is_demo: true })).toBe('a demonstration, 9 done, in 2 min');
});
