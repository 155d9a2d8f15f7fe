import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { listNews } from './news-notifications.ts';

const at = '2026-03-16T10:00:00.000Z';
const id = 'p1' as Id;
const need = {
  project_id: id,
  project_name: 'Harbor',
  task_id: 't1' as Id,
  task_number: 4,
  task_title: 'Keel',
  by: 'codex',
  at,
  text: 'Oak or pine?',
  question: null,
  is_writable: true,
};
const quiet = {
  since: at,
  done: 3,
  handovers: 1,
  asked: 0,
  blocked: 0,
  stopped: 0,
  plan_changes: 0,
  last_handover: null,
};

test('questions, blocks, stops and finished plans are news; what stopped long ago was news before', () => {
  const told = listNews(
    {
      since: at,
      now: at,
      needs: [
        { ...need, kind: 'question' },
        { ...need, kind: 'block', task_number: 5, text: 'No oak' },
        { ...need, kind: 'stopped', task_number: 6, text: '' },
      ],
      quiet: [],
      needs_total: 3,
      projects: [
        { ...quiet, project_id: id, last_stopped: { agent: 'cursor', at }, completed_at: at },
        { ...quiet, project_id: 'p2' as Id, last_stopped: null, completed_at: null },
      ],
    },
    new Map([['p1', 'Harbor']]),
  );
  expect(told.map(({ kind, taskNumber, isQuestion, agent }) => [kind, taskNumber, isQuestion, agent])).toEqual([
    ['needs_you', 4, true, 'codex'],
    ['needs_you', 5, false, 'codex'],
    ['agent_stopped', null, false, 'cursor'],
    ['plan_finished', null, false, null],
  ]);
  expect(new Set(told.map(({ projectName }) => projectName))).toEqual(new Set(['Harbor']));
});
