import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { ProjectHolder } from '#contract/project.ts';
import type { ProjectNews } from '#contract/news.ts';
import type { News } from '../queries.ts';
import { commonSince } from './common-since.ts';
import { listFacts } from './list-facts.ts';
import { sayLine } from './since-line.tsx';

const NOW = new Date(2026, 2, 12, 12).getTime();
const at = (hour: number, minute = 0) => new Date(2026, 2, 12, hour, minute).toISOString();
const of = (id: string, more: Partial<ProjectNews>) =>
  ({
    project_id: id,
    since: at(10, 43),
    done: 0,
    handovers: 0,
    asked: 0,
    blocked: 0,
    stopped: 0,
    plan_changes: 0,
    last_handover: null,
    last_stopped: null,
    ...more,
  }) as ProjectNews;
const holder = { name: 'claude-code', task_title: 'Acceptance' } as ProjectHolder;

function say({ projects = [], holders = [], quiet = [], needs = 0 }: Given): string {
  const news = { since: at(10, 43), now: at(12), projects, quiet, needs: [], needs_total: needs } as News;
  const facts = listFacts(news, (id) => id, NOW);
  return sayLine({ since: commonSince(projects, NOW), news, facts, projects: [{ holders }] }, NOW);
}

interface Given {
  projects?: ProjectNews[];
  holders?: ProjectHolder[];
  quiet?: News['quiet'];
  needs?: number;
}

test('a sum names the moment from which all of it is counted', () => {
  expect(say({ projects: [of('a', { done: 2 }), of('b', { done: 1 })] })).toBe('Since 10:43 AM: 3 tasks done.');
  const later = of('b', { done: 1, since: at(11, 3) });
  expect(say({ projects: [of('a', { done: 2 }), later] })).toBe('Since you last saw each project: 3 tasks done.');
  expect(say({ projects: [later] })).toBe('Since 11:03 AM: 1 task done.');
});

test('who is at work is true now, and not since a moment', () => {
  expect(say({ holders: [holder] })).toBe('claude-code is on Acceptance.');
  expect(say({ projects: [of('a', { done: 2 })], holders: [holder, holder, holder] })).toBe(
    'Since 10:43 AM: 2 tasks done. claude-code is on Acceptance, 2 more at work.',
  );
});

test('nothing happened since the newest of what did, in any project', () => {
  const quiet = [
    { project_id: 'a' as Id, last_at: at(10, 52) },
    { project_id: 'b' as Id, last_at: at(9) },
  ];
  expect(say({ quiet })).toBe('Nothing happened since 10:52 AM.');
  expect(say({ quiet, needs: 1 })).toBe('');
  expect(say({ projects: [of('a', {})], quiet }), 'a note alone is something').toBe('');
});
