import { expect, test } from 'vitest';
import { describeCoverage, sumUp } from './coverage.ts';

const requirement = (id: string, state: 'uncovered' | 'changed') => ({
  id,
  state,
  text: `The ship\nmust have ${id}`,
  kind: 'item' as const,
  heading_path: [],
  start_line: 7,
  end_line: 8,
  task_ids: [],
});
const found = {
  version: 2,
  lines: { total: 140, work: 96, context: 30, limit: 4, done: 5, unsure: 5 },
  planned: 95,
  in_progress: 12,
  finished: 40,
  changed: 1,
  to_decide: 2,
  orphaned_tasks: 3,
  percent: 98,
  open: [requirement('R1', 'uncovered'), requirement('R2', 'changed')],
};

test('the lines come first, then what somebody has to look at', () => {
  expect(describeCoverage(found).split('\n')).toEqual([
    'PRD version 2: 95 of 96 work lines planned · 2 sections to decide',
    'Of the planned lines 12 in progress, 40 finished, 1 changed since; 3 orphaned tasks.',
    'Other lines: 30 context, 4 limits, 5 done already, 5 unsure.',
    'To look at:',
    '  R1 (uncovered, line 7) The ship must have R1',
    '  R2 (changed, line 7) The ship must have R2',
  ]);
});

test('a long list is cut, and says that there is more', () => {
  const open = Array.from({ length: 100 }, (_, place) => requirement(`R${place}`, 'uncovered'));
  expect(
    describeCoverage({ ...found, open })
      .split('\n')
      .at(-1),
  ).toBe('  (at least 60 more: --json shows up to 100)');
  const some = describeCoverage({ ...found, open: open.slice(0, 41) });
  expect(some.split('\n').at(-1)).toBe('  (1 more: --json shows up to 100)');
});

test('without decisions none are named, and one is one section', () => {
  expect(sumUp({ ...found, planned: 96, to_decide: 0 })).toBe('96 of 96 work lines planned');
  expect(sumUp({ ...found, to_decide: 1 })).toBe('95 of 96 work lines planned · 1 section to decide');
});

test('without a PRD there is nothing to cover', () => {
  expect(describeCoverage({ ...found, version: null })).toContain('no PRD');
});
