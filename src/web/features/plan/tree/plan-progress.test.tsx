import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { planOf } from '#web/lib/live/plan-data.ts';
import { samplePlan, sampleList, sampleTask } from '#test/web/sample-plan.ts';
import { viewOf } from '../data/plan-view.ts';
import { findInPlan, type StatusFilter } from './filter-plan.ts';
import { PlanProgress } from './plan-progress.tsx';

afterEach(cleanup);

const plan = viewOf(
  planOf(
    samplePlan({
      task_lists: [sampleList('l1'), sampleList('l2')],
      tasks: [
        sampleTask('t1'),
        sampleTask('t2', { status: 'done', blocked_reason: 'Long ago' }),
        sampleTask('t3', { blocked_reason: 'No key' }),
        sampleTask('t4', { question: { asked_at: '2026-03-01', answer: null } }),
        sampleTask('t5', { status: 'wip', task_list_id: 'l2' }),
        sampleTask('t6', { task_list_id: 'l2' }),
      ],
    }),
  ),
  [],
);
const counts = (chosen: readonly string[] = []) => {
  render(<PlanProgress plan={plan} chosen={chosen} statuses={[]} onToggle={vi.fn()} />);
  return screen.getAllByRole('button').map(({ textContent }) => textContent);
};

test('a task that is blocked or asks is counted as that, not as open: the counts add up to all tasks', () => {
  expect(counts()).toEqual(['Open 2', 'WIP 1', 'Done 1', 'Blocked 1', 'Asking 1']);
  cleanup();
  expect(counts(['l2']), 'of one list').toEqual(['Open 1', 'WIP 1', 'Done 0']);
});

test('each count filters the tasks that it counts', () => {
  const found = (status: StatusFilter) => [
    ...(findInPlan(plan, { q: '', lists: [], statuses: [status] }, new Set())?.hits ?? []),
  ];
  expect(found('open')).toEqual(['t1', 't6']);
  expect(found('blocked')).toEqual(['t3']);
  expect(found('asking')).toEqual(['t4']);
  expect(found('done')).toEqual(['t2']);
});
