import { describe, expect, test } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { percentDone, planState, splitHolders } from './plan-state.ts';
import { openAddress } from './project-address.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const holder = (name: string, minutesAgo = 0) => ({
  name,
  task_title: `Task of ${name}`,
  last_call_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
});
const project = (taskCount: number, completedTaskCount: number, more: object = {}, wip = 0) =>
  ({
    id: 'p1',
    status: 'active',
    taskCount,
    completedTaskCount,
    prdWorkLines: null,
    holders: [],
    stopped: [],
    next_task: null,
    lanes: [{ name: 'a', tasks: taskCount, done: completedTaskCount, wip }],
    ...more,
  }) as unknown as ProjectSummary;

describe('what a card says about the baton', () => {
  test.each([
    [project(0, 0), 'none', 'No plan yet', 'next: give it a PRD'],
    [project(0, 0, { prdWorkLines: 96 }), 'none', 'No plan yet', 'next: plan the 96 work lines of its PRD'],
    [project(5, 2, { next_task: { title: 'Header math' } }), 'free', 'Nobody holds the baton', 'next: Header math'],
    [project(5, 2), 'free', 'Nobody holds the baton', 'nothing is ready'],
    [project(5, 2, { status: 'archived' }), 'free', 'Nobody holds the baton', undefined],
    [project(5, 2, {}, 2), 'free', '2 tasks in progress', 'nothing is ready'],
    [project(5, 5), 'complete', 'Plan complete', undefined],
  ])('case %#: without a holder', (summary, kind, text, next) => {
    expect(planState(summary, NOW)).toEqual({ kind, text, ...(next !== undefined && { next }) });
  });

  test('holders are named, the first two and how many more', () => {
    const four = project(9, 1, { holders: ['a', 'b', 'c', 'd'].map((name) => holder(name)) });
    expect(planState(four, NOW)).toMatchObject({ kind: 'held', holders: [{ name: 'a' }, { name: 'b' }], more: 2 });
    const one = project(9, 1, { holders: [holder('claude-code')] });
    expect(planState(one, NOW)).toMatchObject({ kind: 'held', holders: [{ name: 'claude-code' }], more: 0 });
  });

  test('who has not called for ten minutes may have stopped, also before the lease runs out', () => {
    const quiet = project(9, 1, { holders: [holder('codex', 11)] });
    expect(planState(quiet, NOW)).toMatchObject({ kind: 'silent', holders: [{ name: 'codex' }] });
    const gone = project(9, 1, { stopped: [holder('codex', 41)] });
    expect(planState(gone, NOW)).toMatchObject({ kind: 'silent', holders: [{ name: 'codex' }] });
  });

  test('somebody at work comes before somebody who may have stopped', () => {
    const both = project(9, 1, {
      holders: [holder('codex', 11), holder('claude-code')],
      stopped: [holder('cursor', 60)],
    });
    expect(planState(both, NOW)).toMatchObject({
      kind: 'held',
      holders: [{ name: 'claude-code' }, { name: 'codex' }],
      more: 1,
    });
    expect(splitHolders(both, NOW).working.map(({ name }) => name)).toEqual(['claude-code']);
  });
});

test('progress is rounded, and 0 without tasks', () => {
  expect([project(0, 0), project(3, 1), project(3, 2), project(3, 3)].map(percentDone)).toEqual([0, 33, 67, 100]);
});

test('a project opens on its tasks when it has any, else on its specification', () => {
  expect(openAddress(project(1, 0))).toBe('/projects/p1/tasks');
  expect(openAddress(project(0, 0))).toBe('/projects/p1/prd');
});
