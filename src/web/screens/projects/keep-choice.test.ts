import { expect, test } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { byLastUse, toggleKept } from './keep-choice.ts';

test('active projects are offered, last used first', () => {
  const project = (id: string, lastAccessed: string, status = 'active') =>
    ({ id, lastAccessed, status }) as unknown as ProjectSummary;
  const offered = byLastUse([
    project('a', '2026-01-01'),
    project('b', '2026-03-01'),
    project('c', '2026-04-01', 'archived'),
    project('d', '2026-02-01'),
  ]);
  expect(offered.map(({ id }) => id)).toEqual(['b', 'd', 'a']);
});

test('never more are chosen than the plan has room for', () => {
  expect(toggleKept(['a'], 'b', 1)).toEqual(['b']);
  expect(toggleKept(['a'], 'a', 1)).toEqual(['a']);
  expect(toggleKept(['a'], 'b', 2)).toEqual(['a', 'b']);
  expect(toggleKept(['a', 'b'], 'c', 2)).toEqual(['a', 'b']);
  expect(toggleKept(['a', 'b'], 'a', 2)).toEqual(['b']);
});
