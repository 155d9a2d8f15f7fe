import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.ts';
import { failure, success } from '#test/fake-fetch.ts';
import { type Answers, openConsole } from '#test/open-console.tsx';
import { sampleEntry } from '#test/web/sample-timeline.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { dismissToast, listToasts, runToastAction } from '#web/ui/toast.ts';
import { WhatChanged } from './what-changed.tsx';

const NOW = new Date(2026, 2, 18, 15, 0, 0);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString();
const project = { id: 'p1', repository_url: null } as Parameters<typeof WhatChanged>[0]['project'];

let entries: TimelineEntry[];
let answers: Answers;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  entries = [];
  answers = {
    'GET /api/me': () => success({ id: 'u1', email: 'ada@example.com', display_name: 'Ada' }),
    'GET /api/projects/p1/timeline': ({ path }) => {
      const limit = Number(new URL(path, 'http://x').searchParams.get('limit'));
      return success({ items: entries.slice(0, limit), held: [], nextCursor: null });
    },
  };
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
  vi.useRealTimers();
});

const open = () => openConsole({ '/': () => <WhatChanged project={project} /> }, '/', answers);
const plain = (text: string | null) => (text ?? '').replaceAll('\u202f', ' ');
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent));

test('the newest six of the timeline are told, each once and in its words, under their days', async () => {
  entries = [
    sampleEntry({ at: at(18, 14, 41), data: { diff: { files: 3, insertions: 124, deletions: 18 }, tests: 'pass' } }),
    sampleEntry({ at: at(18, 9, 5), kind: 'blocked', is_open: true, data: { text: 'no test key' } }),
    sampleEntry({ at: at(17, 18, 40), kind: 'answered', who: 'Ada', by: 'user', data: { from: 'codex', text: 'Red' } }),
    sampleEntry({ at: at(16, 8), kind: 'handover', who: 'codex', data: { from: 'claude-code' } }),
    sampleEntry({ at: at(16, 7), kind: 'marked_done', who: 'Ada', by: 'user' }),
    sampleEntry({ at: at(15, 7), kind: 'stopped', who: 'cursor' }),
    sampleEntry({ at: at(15, 6), kind: 'finished', who: 'too old' }),
  ];
  open();
  const days = await screen.findAllByRole('heading', { level: 4 });
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    'Monday, Mar 16',
    'Sunday, Mar 15',
  ]);
  expect(lines()).toEqual([
    '2:41 PMclaude-code finished T14 Seed 200,000 keys3 files, +124 −18tests pass',
    '9:05 AMclaude-code blocked T14 Seed 200,000 keys: no test keywaits for you',
    '6:40 PMYou answered codex on T14 Seed 200,000 keys: Red',
    '8:00 AMThe baton went from claude-code to codex',
    '7:00 AMYou marked T14 Seed 200,000 keys done',
    '7:00 AMcursor fell silent on T14 Seed 200,000 keys',
  ]);
  const [first] = screen.getAllByRole('listitem');
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/projects/p1/tasks?task=T14');
  expect(screen.getByRole('link', { name: 'Timeline' }).getAttribute('href')).toBe('/projects/p1/timeline');
});

test('a change appears without a reload; a project in which nothing happened says so', async () => {
  const { cache } = open();
  await screen.findByText('Nothing has happened here yet.');
  entries = [sampleEntry({ at: at(18, 14) })];
  await act(() => cache.invalidateQueries({ queryKey: queryKeys.timeline('p1') }));
  await waitFor(() => expect(lines()).toHaveLength(1));
});

test('a list that cannot be loaded says so, and is asked for again', async () => {
  const answer = answers['GET /api/projects/p1/timeline'] as Answers[string];
  answers['GET /api/projects/p1/timeline'] = () => failure(500, 'Out of order.');
  open();
  await screen.findByText('Out of order.');
  entries = [sampleEntry({ at: at(18, 14) })];
  answers['GET /api/projects/p1/timeline'] = answer;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
});

const planned = (id: string, hour: number, data: TimelineEntry['data'], who = 'claude-code') =>
  sampleEntry({ id, at: at(18, hour), kind: 'planned', who, task_id: null, data });
const plan = (cause: 'draft' | 'edit' | 'generation' | 'restore') => ({
  cause,
  added: 34,
  removed: 0,
  changed: 0,
  lists: 0,
  version: null,
});
const drafted = (hour: number) =>
  planned(`d${hour}`, hour, { plan: plan('draft'), checkpoint_id: `c${hour}` as TimelineEntry['id'] });
const kept = (id: string) => ({ id, project_id: 'p1', name: `Name of ${id}` });

test('the newest draft is undone at a click, which is said, and brought back from there', async () => {
  entries = [planned('e', 9, { plan: plan('edit') }, 'codex'), drafted(5), drafted(4)];
  answers['POST /api/checkpoints/c5/restore'] = () => {
    entries = [planned('r', 10, { plan: plan('restore') }, 'Ada'), ...entries];
    return success({ checkpoint: kept('c5'), undo: kept('c7'), tasks: 0 });
  };
  answers['POST /api/checkpoints/c7/restore'] = () => success({ checkpoint: kept('c7'), undo: kept('c8'), tasks: 34 });
  const { server } = open();
  const undo = await screen.findByRole('button', { name: /^Undo: claude-code changed the plan: .*34/ });
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  fireEvent.click(undo);
  await waitFor(() => expect(listToasts()).toMatchObject([{ title: 'Plan restored' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  expect(document.activeElement?.textContent).toBe('What changed');
  runToastAction(listToasts()[0]?.id ?? 0);
  await waitFor(() => expect(server.to('/api/checkpoints/c7/restore')).toHaveLength(1));
});

test('the draft, and the way back, stay when the undo fails', async () => {
  entries = [drafted(5)];
  answers['POST /api/checkpoints/c5/restore'] = () => failure(404, 'The checkpoint was not found.');
  open();
  const undo = await screen.findByRole('button', { name: /^Undo/ });
  fireEvent.click(undo);
  await waitFor(() => expect(listToasts()).toHaveLength(1));
  await waitFor(() => expect(undo.getAttribute('aria-busy')).toBeNull());
  expect(screen.getByRole('button', { name: /^Undo/ })).toBe(undo);
});

test('there is no way back over a plan that was replaced since', async () => {
  entries = [planned('g', 9, { plan: plan('generation') }, 'Ada'), drafted(5)];
  open();
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
