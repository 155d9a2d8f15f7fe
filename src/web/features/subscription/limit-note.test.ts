import { expect, test } from 'vitest';
import type { CurrentSubscription, LimitNotice } from '#contract/subscription.ts';
import { limitLine, placesNote } from './limit-note.ts';

const LIMITS = {
  free: { daily_task_gen_limit: 1, monthly_task_gen_limit: 1 },
  pro: { daily_task_gen_limit: 3, monthly_task_gen_limit: 10 },
};
const note = (tier: 'free' | 'pro', used: number, notices: Partial<LimitNotice>[] = []) => {
  const { note: text, isReached } = limitLine(
    {
      has_plans: true,
      tier: { tier_name: tier },
      limits: LIMITS[tier],
      usage: { task_generations_used: used },
      notices,
    } as unknown as CurrentSubscription,
    'task_generations',
  );
  return [text, isReached];
};
const full = (limit: LimitNotice['limit'], period: 'day' | 'month') => ({ limit, period, percent: 100 as const });

test('a monthly limit says what stops a person, and how long', () => {
  expect(note('free', 0)).toEqual(['Resets monthly', false]);
  expect(note('free', 1)).toEqual(['Resets monthly. Upgrade, or wait until the 1st.', true]);
  expect(note('pro', 4)).toEqual(['Resets monthly, at most 3 a day', false]);
  expect(note('pro', 10)).toEqual(['Resets monthly. Wait until the 1st.', true]);
});

test('the day stops before the month does', () => {
  const today = ['Resets monthly. Today’s are used up: more from 00:00 UTC.', true];
  expect(note('pro', 3, [full('task_generations', 'day')])).toEqual(today);
  expect(note('pro', 3, [full('total_operations', 'day')])).toEqual(today);
  expect(note('pro', 3, [{ limit: 'task_generations', period: 'day', percent: 80 }])[1]).toBe(false);
  expect(note('pro', 3, [full('prd_uploads', 'day')])[1]).toBe(false);
});

test('all operations together may stop a person as well', () => {
  expect(note('pro', 3, [full('total_operations', 'month')])).toEqual([
    'Uploads and generations together are used up for this month. Wait until the 1st.',
    true,
  ]);
});

test.each([
  [0, 1, 'Archived projects do not count'],
  [1, 1, 'Archive a project to make room'],
  [2, 1, '1 is beyond the plan and can only be read'],
  [3, 1, '2 are beyond the plan and can only be read'],
])('%i active of %i: %s', (active, allowed, said) => {
  expect(placesNote(active, allowed)).toBe(said);
});
