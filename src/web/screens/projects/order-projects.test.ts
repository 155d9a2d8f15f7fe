import { expect, test } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { orderProjects } from './order-projects.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const holder = (minutesAgo: number) => ({ last_call_at: new Date(NOW - minutesAgo * 60_000).toISOString() });
const project = (id: string, accessedHoursAgo: number, more: object = {}) =>
  ({
    id,
    status: 'active',
    holders: [],
    stopped: [],
    needs_you: 0,
    lastAccessed: new Date(NOW - accessedHoursAgo * 3_600_000).toISOString(),
    ...more,
  }) as unknown as ProjectSummary;

test('held, then silent, then with something for the person, then last accessed; archived ones last', () => {
  const projects = [
    project('archived', 0, { status: 'archived' }),
    project('old', 30),
    project('recent', 1),
    project('asks', 99, { needs_you: 1 }),
    project('stopped', 99, { stopped: [holder(60)] }),
    project('quiet', 98, { holders: [holder(11)] }),
    project('held', 99, { holders: [holder(1)] }),
  ];
  expect(orderProjects(projects, NOW)).toEqual(['held', 'quiet', 'stopped', 'asks', 'recent', 'old', 'archived']);
});
