import { expect, test } from 'vitest';
import { describeCoverage } from './coverage.ts';

const requirement = (id: string, state: 'uncovered' | 'changed') => ({
  id,
  state,
  text: `The ship\nmust have ${id}`,
  kind: 'item' as const,
  strength: 'must' as const,
  heading_path: [],
  start_line: 7,
  end_line: 8,
  task_ids: [],
});
const found = {
  version: 2,
  requirements: 60,
  covered: 15,
  done: 3,
  changed: 1,
  orphaned_tasks: 2,
  percent: 25,
  open: [requirement('R1', 'uncovered'), requirement('R2', 'changed')],
};

test('the numbers come first, then what somebody has to look at', () => {
  expect(describeCoverage(found).split('\n')).toEqual([
    'PRD version 2: 15 of 60 requirements covered (25 %), 3 done, 1 changed since; 2 orphaned tasks.',
    'To look at:',
    '  R1 (uncovered, line 7) The ship must have R1',
    '  R2 (changed, line 7) The ship must have R2',
    '  (44 more: --json shows up to 100)',
  ]);
});

test('without a PRD there is nothing to cover', () => {
  expect(describeCoverage({ ...found, version: null })).toContain('no PRD');
});
