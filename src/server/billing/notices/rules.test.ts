import { describe, expect, test } from 'vitest';
import type { LimitNotice } from '#contract/subscription.ts';
import type { Limits, UsageCounts } from '../rules.ts';
import { reachedCalls, reachedProjects, reachedUsage, withoutDoubles, withoutPending } from './rules.ts';

const NOW = new Date('2024-02-28T23:59:59.999Z');
const FREE: Limits = {
  dailyPrdLimit: 1,
  dailyTaskGenLimit: 1,
  dailyTotalOperationsLimit: 2,
  monthlyPrdLimit: 1,
  monthlyTaskGenLimit: 1,
  monthlyTotalOperationsLimit: 2,
  maxProjects: 1,
  storageMb: 50,
};
const PRO: Limits = {
  dailyPrdLimit: 2,
  dailyTaskGenLimit: 3,
  dailyTotalOperationsLimit: 5,
  monthlyPrdLimit: 5,
  monthlyTaskGenLimit: 10,
  monthlyTotalOperationsLimit: 15,
  maxProjects: 5,
  storageMb: 1_000,
};
const counts = (prdUploads: number, taskGenerations: number): UsageCounts => ({
  prdUploads,
  taskGenerations,
  otherOperations: 0,
});
const brief = (notices: LimitNotice[]) =>
  notices.map(({ limit, period, used, allowed, percent }) => `${limit} ${period} ${used}/${allowed} ${percent}%`);
const told = (day: UsageCounts, month: UsageCounts, limits: Limits) =>
  brief(withoutDoubles(reachedUsage({ day, month }, limits, NOW)));

describe('what is told of uploads and generations', () => {
  test.each<[string, UsageCounts, UsageCounts, Limits, string[]]>([
    ['nothing before anything is used', counts(0, 0), counts(0, 0), FREE, []],
    ['nothing of a limit of nothing', counts(0, 0), counts(0, 0), { ...FREE, monthlyPrdLimit: 0 }, []],
    [
      'the month, which lasts longer than the day, and not their sum once more',
      counts(1, 1),
      counts(1, 1),
      FREE,
      ['task_generations month 1/1 100%', 'prd_uploads month 1/1 100%'],
    ],
    ['nothing below four fifths', counts(1, 2), counts(3, 7), PRO, []],
    ['four fifths of the month', counts(0, 1), counts(0, 8), PRO, ['task_generations month 8/10 80%']],
    ['not all before all is used', counts(0, 1), counts(0, 9), PRO, ['task_generations month 9/10 80%']],
    ['the day alone', counts(0, 3), counts(0, 3), PRO, ['task_generations day 3/3 100%']],
    [
      'the day beside a month that is not used up yet',
      counts(0, 3),
      counts(0, 8),
      PRO,
      ['task_generations day 3/3 100%', 'task_generations month 8/10 80%'],
    ],
    [
      'the sum where it is narrower than its parts',
      counts(1, 1),
      counts(1, 1),
      { ...PRO, monthlyTotalOperationsLimit: 2 },
      ['total_operations month 2/2 100%'],
    ],
    [
      'the sum where only one of its parts is used up',
      counts(2, 0),
      counts(5, 7),
      PRO,
      ['prd_uploads month 5/5 100%', 'total_operations month 12/15 80%'],
    ],
    [
      'one of two with the same numbers',
      counts(0, 1),
      counts(0, 2),
      { ...PRO, dailyTaskGenLimit: 9, monthlyTaskGenLimit: 2, monthlyTotalOperationsLimit: 2 },
      ['task_generations month 2/2 100%'],
    ],
    [
      'what is over a limit that was lowered',
      counts(0, 0),
      counts(4, 0),
      FREE,
      ['prd_uploads month 4/1 100%', 'total_operations month 4/2 100%'],
    ],
  ])('%s', (_name, day, month, limits, expected) => {
    expect(told(day, month, limits)).toEqual(expected);
  });

  test('resets at the end of the UTC day and month, the leap day included', () => {
    const used = { day: counts(0, 3), month: counts(0, 8) };
    const at = (iso: string) => reachedUsage(used, PRO, new Date(iso)).map(({ resets_at }) => resets_at?.slice(0, 13));
    expect(at('2024-02-28T23:59:59.999Z')).toEqual(['2024-02-29T00', '2024-03-01T00']);
    expect(at('2024-02-29T12:00:00.000Z')).toEqual(['2024-03-01T00', '2024-03-01T00']);
    expect(at('2023-12-31T23:59:59.999Z')).toEqual(['2024-01-01T00', '2024-01-01T00']);
    expect(at('2024-01-31T00:00:00.000Z')).toEqual(['2024-02-01T00', '2024-02-01T00']);
  });
});

test('projects have no period, and four of five are four fifths', () => {
  expect(brief(reachedProjects(3, 5))).toEqual([]);
  expect(reachedProjects(4, 5)).toEqual([
    { limit: 'active_projects', period: null, used: 4, allowed: 5, percent: 80, resets_at: null },
  ]);
  expect(brief(reachedProjects(6, 5))).toEqual(['active_projects null 6/5 100%']);
});

describe('what is told of agents’ calls', () => {
  const whole = (calls: number, perHour: number) => new Date(NOW.getTime() + (calls * 3_600_000) / perHour);
  test.each([
    [799, 1_000, []],
    [800, 1_000, ['agent_calls hour 800/1000 80%']],
    [999, 1_000, ['agent_calls hour 999/1000 80%']],
    [1_000, 1_000, ['agent_calls hour 1000/1000 100%']],
    // Half a call has been refilled: the next one is still refused.
    [999.5, 1_000, ['agent_calls hour 1000/1000 100%']],
    [7, 7, ['agent_calls hour 7/7 100%']],
    [0, 7, []],
  ])('%d of %d', (calls, perHour, expected) => {
    expect(brief(reachedCalls(whole(calls, perHour), perHour, NOW))).toEqual(expected);
  });

  test('nothing of a key that never called or has long been quiet', () => {
    expect(reachedCalls(null, 10, NOW)).toEqual([]);
    expect(reachedCalls(new Date(NOW.getTime() - 1), 10, NOW)).toEqual([]);
  });

  test('when all of it is free again', () => {
    expect(reachedCalls(whole(9, 10), 10, NOW)).toMatchObject([{ resets_at: whole(9, 10).toISOString() }]);
  });
});

test('what is counted for work under way is not told yet, each in its own day and month', () => {
  const used = { day: counts(1, 2), month: counts(3, 6) };
  const periods = { day: '2024-03-01', month: '2024-03-01' };
  const pending = [
    { day: '2024-03-01', month: '2024-03-01', prdUploads: 0, taskGenerations: 1 },
    { day: '2024-02-29', month: '2024-02-01', prdUploads: 1, taskGenerations: 1 },
  ];
  expect(withoutPending(used, pending, periods)).toEqual({ day: counts(1, 1), month: counts(3, 5) });
});
