import { expect, test } from 'vitest';
import type { Need, ProjectNews } from '#contract/news.ts';
import type { News } from '../queries.ts';
import { isWorthTelling, listFacts, listProjectFacts } from './list-facts.ts';

const NOW = new Date(2026, 2, 12, 12).getTime();
const at = (hour: number, minute = 0) => new Date(2026, 2, 12, hour, minute).toISOString();
const of = (id: string, more: Partial<ProjectNews> = {}) =>
  ({
    project_id: id,
    since: at(0),
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
const news = (projects: ProjectNews[], needs: string[] = []): News => ({
  since: at(0),
  now: at(12),
  projects,
  quiet: [],
  needs: needs.map((kind) => ({ kind }) as Need),
  needs_total: needs.length,
});
const say = (given: News) =>
  listFacts(given, (id) => `Project ${id}`, NOW).map(({ count, label, where }) => [
    `${count} ${label}`,
    where.map(({ text }) => text).join(' · '),
  ]);

test('four facts with their places, the largest project first', () => {
  const projects = [
    of('a', { done: 2, handovers: 1, last_handover: { from: 'x', to: 'y', at: at(9) } }),
    of('b', { done: 8, handovers: 2, last_handover: { from: 'cursor', to: 'claude-code', at: at(11, 34) } }),
    of('c', { stopped: 1, asked: 3, plan_changes: 5, last_stopped: { agent: 'codex', at: at(11, 19) } }),
  ];
  expect(say(news(projects, ['question', 'block']))).toEqual([
    ['10 tasks done', '8 Project b · 2 Project a'],
    ['3 handovers', 'last: cursor to claude-code, 11:34 AM'],
    ['2 need you', '1 question · 1 blocked task'],
    ['1 agent stopped', 'codex on Project c, 41m ago'],
  ]);
});

test('what is zero is left out, and what was asked and answered meanwhile is told', () => {
  expect(say(news([of('a', { asked: 1, blocked: 2, plan_changes: 1 })]))).toEqual([
    ['1 question asked', '1 Project a'],
    ['2 tasks blocked', '2 Project a'],
    ['1 change of the plan', '1 Project a'],
  ]);
  expect(say(news([]))).toEqual([]);
});

test('many projects are named by three and a count', () => {
  const projects = ['a', 'b', 'c', 'd', 'e'].map((id) => of(id, { done: 1 }));
  expect(say(news(projects))[0]?.[1]).toBe('1 Project a · 1 Project b · 1 Project c · and 2 more');
});

test('facts lead to the timeline, those that wait to the list below', () => {
  const [done, needs] = listFacts(news([of('a', { done: 1 })], ['block']), () => 'A', NOW);
  expect([done?.to, needs?.to]).toEqual(['/projects/a/timeline?kind=done', '#needs']);
});

test('a project tells the same without its name', () => {
  expect(listProjectFacts(of('a', { done: 3, asked: 1 }), NOW).map(({ count, label }) => `${count} ${label}`)).toEqual([
    '3 tasks done',
    '1 question asked',
  ]);
});

test('edits of the plan alone are not worth telling', () => {
  expect(isWorthTelling([of('a', { plan_changes: 4 })])).toBe(false);
  expect(isWorthTelling([of('a'), of('b', { handovers: 1 })])).toBe(true);
});
