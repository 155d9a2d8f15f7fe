import { describe, expect, test } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { percentDone, planState } from './plan-state.ts';
import { openAddress } from './project-address.ts';

const project = (
  taskCount: number,
  completedTaskCount: number,
  wip = 0,
  prdWorkLines: number | null = null,
  holders: readonly string[] = [],
) =>
  ({
    id: 'p1',
    taskCount,
    completedTaskCount,
    prdWorkLines,
    holders: holders.map((name, i) => ({ name, task_number: i + 4, since: '2026-03-01T10:00:00.000Z' })),
    lanes: [{ name: 'a', tasks: taskCount, done: completedTaskCount, wip }],
  }) as unknown as ProjectSummary;

describe('what a card says about the plan', () => {
  test.each([
    [project(0, 0), 'No plan yet', false],
    [project(0, 0, 0, 96), 'PRD with 96 work lines, no plan yet', false],
    [project(0, 0, 0, 1), 'PRD with 1 work line, no plan yet', false],
    [project(5, 2, 0, 96), 'Nobody holds the baton', false],
    [project(5, 2), 'Nobody holds the baton', false],
    [project(5, 5), 'Plan complete', false],
    [project(5, 2, 1), '1 task in progress', true],
    [project(5, 2, 2), '2 tasks in progress', true],
    [project(5, 2, 1, null, ['claude-code']), 'claude-code on T4', true],
    [project(5, 2, 2, null, ['claude-code', 'codex']), 'claude-code on T4, codex on T5', true],
    [project(5, 1, 4, null, ['a', 'b', 'c', 'd']), 'a on T4, b on T5 and 2 more', true],
  ])('case %#: %s', (summary, text, working) => {
    expect(planState(summary)).toEqual({ text, working });
  });
});

test('progress is rounded, and 0 without tasks', () => {
  expect([project(0, 0), project(3, 1), project(3, 2), project(3, 3)].map(percentDone)).toEqual([0, 33, 67, 100]);
});

test('a project opens on its tasks when it has any, else on its specification', () => {
  expect(openAddress(project(1, 0))).toBe('/projects/p1/tasks');
  expect(openAddress(project(0, 0))).toBe('/projects/p1/prd');
});
