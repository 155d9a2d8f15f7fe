import { expect, test } from 'vitest';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { sampleTask } from '#test/web/sample-plan.ts';
import { listNeeds } from './needs-you.ts';

const asks = (asked_at: string, answer: object | null = null) => ({ question: { asked_at, answer } });

test('questions come first, the oldest on top, then blocks; what the PRD puts off and what is answered need nobody', () => {
  const tasks = [
    sampleTask('t1', { blocked_reason: 'No key' }),
    sampleTask('t2', asks('2026-03-02')),
    sampleTask('t3', { blocked_reason: PARKED_REASON }),
    sampleTask('t4', asks('2026-03-01')),
    sampleTask('t5', asks('2026-02-01', {})),
    sampleTask('t6', { blocked_reason: 'Old', status: 'done' }),
  ];
  expect(listNeeds(tasks).map(({ id }) => id)).toEqual(['t4', 't2', 't1']);
});
