import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { TracedTask } from '#server/plan/index.ts';
import { type Counted, countCoverage, countUnanswered } from './rules.ts';

const counted = (work: Counted['work'], over: Partial<Counted['counts']> = {}): Counted => {
  const lines = work.reduce((sum, each) => sum + each.lines, 0);
  const counts = { total: lines, work: lines, context: 0, limit: 0, done: 0, unsure: 0, to_decide: 0, ...over };
  return { version: 3, counts, work };
};

const task = (requirement_ids: string[], over: Partial<TracedTask> = {}): TracedTask => ({
  id: 'a-task' as Id,
  number: 1,
  requirement_ids,
  status: 'open',
  prd_state: null,
  is_follow_up: false,
  ...over,
});

test('without a PRD there is nothing to count, and no percentage', () => {
  expect(countCoverage(null, [])).toEqual({
    version: null,
    lines: { total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0 },
    planned: 0,
    in_progress: 0,
    finished: 0,
    changed: 0,
    to_decide: 0,
    orphaned_tasks: 0,
    percent: null,
  });
});

test('a document without work lines has no percentage', () => {
  expect(countCoverage(counted([], { total: 9, context: 9 }), []).percent).toBeNull();
});

test('a line is planned only when everything its block asks for has a task', () => {
  const work = [
    { ids: ['a', 'b'], lines: 4 },
    { ids: ['a'], lines: 2 },
    { ids: [], lines: 1 },
  ];
  expect(countCoverage(counted(work), [task(['a'])])).toMatchObject({ planned: 2, percent: 28 });
  expect(countCoverage(counted(work), [task(['a']), task(['b'])])).toMatchObject({ planned: 6, percent: 85 });
});

test('planned lines are begun, finished or changed, and never two of these', () => {
  const work = ['begun', 'half', 'finished', 'review', 'again', 'still'].map((id) => ({ ids: [id], lines: 1 }));
  const tasks = [
    task(['begun'], { status: 'wip' }),
    task(['half'], { status: 'done' }),
    task(['half']),
    task(['finished'], { status: 'done' }),
    task(['review'], { status: 'done', prd_state: 'review' }),
    task(['again'], { status: 'done' }),
    task(['again'], { is_follow_up: true }),
    task(['still']),
    task(['gone'], { prd_state: 'orphaned' }),
  ];
  expect(countCoverage(counted(work), tasks)).toMatchObject({
    planned: 6,
    in_progress: 2,
    finished: 1,
    changed: 2,
    orphaned_tasks: 1,
    percent: 100,
  });
});

test('a line that nobody has placed keeps a plan from being whole', () => {
  const work = [{ ids: ['a'], lines: 96 }];
  const unsure = { total: 98, unsure: 2, to_decide: 1 };
  expect(countCoverage(counted(work, unsure), [task(['a'])])).toMatchObject({ planned: 96, percent: 99, to_decide: 1 });
});

test('a percentage is rounded down', () => {
  const work = [
    { ids: ['a'], lines: 199 },
    { ids: ['b'], lines: 1 },
  ];
  expect(countCoverage(counted(work), [task(['a'])]).percent).toBe(99);
});

test('a draft that leaves lines out is counted by lines', () => {
  const bare = { key: 't', list: 'l', title: 'T', description: '', checks: [], done: false, parked: false };
  const drafted = { ...bare, requirement_ids: ['a'], is_enabler: false, prd_lines: null, depends_on: [] };
  const draft = { lists: [], tasks: [drafted], is_outline: false, notices: [] };
  const work = [
    { ids: ['a'], lines: 2 },
    { ids: ['a', 'b'], lines: 3 },
    { ids: [], lines: 4 },
  ];
  expect(countUnanswered(work, draft)).toBe(7);
});
