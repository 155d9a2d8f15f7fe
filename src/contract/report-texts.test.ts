import { expect, test } from 'vitest';
import type { Id } from './fields.ts';
import type { Report } from './news.ts';
import { sayReport } from './report-texts.ts';

const id = '00000000-0000-4000-8000-000000000000' as Id;
const report = (more: Partial<Report>): Report => ({
  project: { id, name: 'Tool Library' },
  since: '2026-03-12T10:43:00.000Z',
  until: '2026-03-12T12:00:00.000Z',
  completed_at: null,
  done: [],
  handovers: [],
  asked: [],
  blocked: [],
  stopped: [],
  plan_changes: [],
  lists: [],
  finding: null,
  needs_you: 0,
  waiting: [],
  holders: [],
  next: null,
  held_seconds: 0,
  ...more,
});
const say = (more: Partial<Report>) =>
  sayReport(report(more), { moment: () => 'today 10:43 AM' }).map((sentence) =>
    sentence.map(({ text }) => text).join(''),
  );
const waiting = (...numbers: number[]) =>
  numbers.map((number) => ({ id, number, title: 'Reports', kind: 'block' as const, by: null, text: 'No key' }));

test('what waits is named, whenever it began to: up to three, and how many more', () => {
  expect(say({ needs_you: 1, waiting: waiting(3) })).toContain('One thing waits for you: T3 Reports.');
  expect(say({ needs_you: 3, waiting: waiting(3, 4, 6) })).toContain(
    '3 things wait for you: T3 Reports, T4 Reports and T6 Reports.',
  );
  expect(say({ needs_you: 5, waiting: waiting(3, 4, 6, 7, 8) })).toContain(
    '5 things wait for you: T3 Reports, T4 Reports, T6 Reports and 2 more.',
  );
});

test('a plan that was completed is said', () => {
  const done = [{ id, number: 1, title: 'One', by: 'codex', at: '2026-03-12T11:00:00.000Z', seconds: null }];
  expect(say({ done, completed_at: '2026-03-12T11:00:00.000Z' })).toEqual(['1 task done.', 'The plan is complete.']);
  expect(say({ done })).toEqual(['1 task done.']);
});
