import { describe, expect, test } from 'vitest';
import type { CurrentSubscription, LimitNotice } from '#contract/subscription.ts';
import { chooseBanner, noticeKey, noticeText, readOnlyText } from './notices.ts';

const APRIL = '2026-04-01T00:00:00.000Z';
const uploads: LimitNotice = {
  limit: 'prd_uploads',
  period: 'month',
  used: 4,
  allowed: 5,
  percent: 80,
  resets_at: APRIL,
};
const notice = (change: Partial<LimitNotice>): LimitNotice => ({ ...uploads, ...change });
const current = (notices: LimitNotice[], readOnly = 0) =>
  ({
    notices,
    has_plans: true,
    limits: { max_projects: 1 },
    usage: { projects_count: 3 },
    read_only_projects: readOnly,
  }) as unknown as CurrentSubscription;
const nothing = () => false;

describe('a notice says', () => {
  test.each<[LimitNotice, string]>([
    [uploads, 'You have used 4 of 5 PRD uploads this month. Resets on Apr 1.'],
    [
      notice({ limit: 'task_generations', period: 'day', used: 3, allowed: 3, percent: 100 }),
      'You have used 3 of 3 task generations today. Resets at 00:00 UTC.',
    ],
    [
      notice({ limit: 'total_operations', used: 15, allowed: 15, percent: 100 }),
      'You have used 15 of 15 uploads and generations together this month. Resets on Apr 1.',
    ],
    [
      notice({ limit: 'active_projects', period: null, used: 1, allowed: 1, percent: 100, resets_at: null }),
      'You have 1 of 1 active project.',
    ],
    [
      notice({
        limit: 'agent_calls',
        period: 'hour',
        used: 4_100,
        allowed: 5_000,
        resets_at: '2026-03-31T23:05:30.000Z',
      }),
      'Your agents have used 4,100 of 5,000 agent calls this hour. Resets at 23:05 UTC.',
    ],
  ])('case %#', (given, text) => {
    expect(noticeText(given)).toBe(text);
  });
});

describe('of several notices', () => {
  const full = notice({ limit: 'task_generations', used: 10, allowed: 10, percent: 100 });
  const fullToday = notice({ limit: 'prd_uploads', period: 'day', used: 2, allowed: 2, percent: 100 });

  test('what is used up is told before what nearly is, and what lasts longer before what does not', () => {
    expect(chooseBanner(current([uploads, fullToday, full]), nothing)).toMatchObject({ notice: full, more: 2 });
    expect(chooseBanner(current([uploads]), nothing)).toMatchObject({ notice: uploads, more: 0 });
    expect(chooseBanner(current([]), nothing)).toBeUndefined();
  });

  test('a dismissed one makes room for the next', () => {
    const dismissed = (key: string) => key === noticeKey(full);
    expect(chooseBanner(current([uploads, full]), dismissed)).toMatchObject({ notice: uploads, more: 0 });
    expect(chooseBanner(current([full]), dismissed)).toBeUndefined();
  });

  test('projects that can only be read come first, and are not told twice', () => {
    const places = notice({
      limit: 'active_projects',
      period: null,
      used: 3,
      allowed: 1,
      percent: 100,
      resets_at: null,
    });
    expect(chooseBanner(current([places, full], 2), nothing)).toEqual({
      kind: 'read-only',
      text: 'Your plan allows 1 active project and you have 3. Two are read-only.',
      more: 1,
    });
  });
});

test('the numbers are read out', () => {
  expect(readOnlyText({ allowed: 5, active: 6, readOnly: 1, hasPlans: true })).toBe(
    'Your plan allows 5 active projects and you have 6. One is read-only.',
  );
  expect(readOnlyText({ allowed: 1, active: 13, readOnly: 12, hasPlans: true })).toBe(
    'Your plan allows 1 active project and you have 13. 12 are read-only.',
  );
  expect(readOnlyText({ allowed: 2, active: 3, readOnly: 1, hasPlans: false })).toBe(
    'Your account is allowed 2 active projects and you have 3. One is read-only.',
  );
});

describe('a dismissed notice', () => {
  const key = noticeKey(uploads);
  test('stays away while more is used', () => {
    expect(noticeKey(notice({ used: 4 }))).toBe(key);
  });
  test('comes back at 100 percent, in the next period, and with another limit', () => {
    expect(noticeKey(notice({ used: 5, percent: 100 }))).not.toBe(key);
    expect(noticeKey(notice({ resets_at: '2026-05-01T00:00:00.000Z' }))).not.toBe(key);
    expect(noticeKey(notice({ allowed: 50 }))).not.toBe(key);
  });
  test('of an hour stays away in that hour, although its end moves with every call', () => {
    const calls = (at: string) => noticeKey(notice({ limit: 'agent_calls', period: 'hour', resets_at: at }));
    expect(calls('2026-03-31T23:05:30.000Z')).toBe(calls('2026-03-31T23:06:01.000Z'));
    expect(calls('2026-03-31T23:05:30.000Z')).not.toBe(calls('2026-04-01T00:05:30.000Z'));
  });
});
