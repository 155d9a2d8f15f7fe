import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.ts';
import { type Asked, success } from '#test/fake-fetch.ts';
import { type Answers, openConsole } from '#test/open-console.tsx';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { sampleEntry, sampleWork } from '#test/web/sample-timeline.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { Component } from './screen.tsx';

beforeAll(() => {
  fakeTopLayer();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  uninstall();
});

const today = new Date();
today.setHours(0, 0, 30, 0);
const at = (seconds: number) => new Date(today.getTime() + seconds * 1_000).toISOString();
const dayOf = (time: string) => {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};
const OLD = '2025-01-03T10:00:00.000Z';
const project = (more: object = {}) => ({
  id: 'p',
  name: 'Harbor API',
  status: 'active',
  read_only: false,
  role: 'owner',
  deleted_at: null,
  repository_url: null,
  holders: [],
  ...more,
});

let entries: TimelineEntry[];
let held: TimelineEntry[];
let answers: Answers;
let uninstall: () => void;
beforeEach(() => {
  uninstall = installShortcuts(window);
  entries = [
    sampleEntry({ id: 'b', at: at(20), kind: 'handover', who: 'codex', data: { from: 'claude-code', notes: 2 } }),
    sampleEntry({ id: 'a', at: at(10), data: { notes: 2, started_at: at(0), fence: 1 } }),
    sampleEntry({ id: 'old', at: OLD, who: 'cursor', kind: 'blocked', data: { title: 'Long ago', text: 'no key' } }),
  ];
  held = [];
  const matching = (asked: Asked) => {
    const query = new URL(asked.path, 'http://x').searchParams;
    const kinds = { done: ['finished'], handovers: ['handover'], blocked: ['blocked'], asked: ['asked'] };
    const group = query.get('group') as keyof typeof kinds | null;
    return entries
      .filter(({ kind }) => group === null || kinds[group].includes(kind))
      .filter(({ who }) => query.get('agent') === null || who.name === query.get('agent'))
      .filter((entry) => query.get('day') === null || dayOf(entry.at) === query.get('day'))
      .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  };
  answers = {
    'GET /api/me': () => success({ id: 'u1', email: 'ada@example.com', display_name: 'Ada' }),
    'GET /api/projects/p': () => success(project()),
    'GET /api/projects/p/timeline': (asked) => success({ items: matching(asked), held, nextCursor: null }),
    'GET /api/projects/p/timeline/days': (asked) =>
      success({
        has_earlier: false,
        days: [...new Set(matching(asked).map((entry) => dayOf(entry.at)))].map((day) => ({
          day,
          entries: 1,
          done: 1_200,
          handovers: 1,
          blocked: 0,
          asked: 0,
          answered: 0,
          held_seconds: 14_880,
        })),
        total: entries.length,
        matching: entries.length,
        groups: { done: 1, handovers: 1, stopped: 0, blocked: 1, asked: 0, plan: 0, other: 0 },
        agents: [{ name: 'codex', tasks: 0, seconds: 0 }],
        lists: [{ id: 'l1', name: 'Metering', entries: 3 }],
      }),
    'GET /api/projects/p/timeline/relay': () =>
      success({
        stretches: [sampleWork('codex', '08:00', '09:00', { id: 'a' })],
        total: 1,
        done: 1,
        handovers: 0,
        next: [],
      }),
    'GET /api/projects/p/report': () =>
      success({
        report: {
          project: { id: 'p', name: 'Harbor API' },
          since: at(-86_400),
          until: at(0),
          completed_at: null,
          done: [],
          handovers: [],
          asked: [],
          blocked: [],
          stopped: [],
          plan_changes: [],
          lists: [],
          holders: [],
          waiting: [],
          finding: null,
          needs_you: 0,
          next: { id: 't26', number: 26, title: 'Retry-After header math' },
          held_seconds: 0,
        },
        markdown: '## Harbor API',
      }),
    'GET /api/projects/p/notes': () =>
      success(
        [
          { id: 'n2', body: 'Above that Redis pauses.', type: 'PROGRESS', created_at: at(5), task_id: 't14' },
          { id: 'n1', body: 'Nine times faster.', type: 'FINDING', created_at: at(1), task_id: 't14' },
          { id: 'n0', body: 'Of earlier work.', type: 'FINDING', created_at: at(-60), task_id: 't14' },
        ].map((note) => ({ is_broadcast: false, deleted_at: null, ...note })),
      ),
  };
});

const open = (search = '') =>
  openConsole({ '/projects/:projectId/timeline': Component }, `/projects/p/timeline${search}`, answers);
const lines = () => [...document.querySelectorAll('[data-entry]')].map((row) => row.getAttribute('data-entry'));
const press = (key: string) => act(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
const focused = () => document.activeElement?.getAttribute('data-entry');

test('tells the newest days line by line, and an older day with its counts only', async () => {
  open();
  const row = await waitFor(() => requireRow('a'));
  expect(row.textContent).toContain('claude-code finished T14 Seed 200,000 keys');
  expect(
    within(row as HTMLElement)
      .getByRole('link', { name: 'T14 Seed 200,000 keys' })
      .getAttribute('href'),
  ).toBe('/projects/p/tasks?task=T14');
  expect(lines()).toEqual(['b', 'a']);
  const old = screen.getByRole('button', { name: /Friday, Jan 3, 2025/ });
  expect(old.textContent).toContain('1,200 done · 1 handover');
  expect(old.textContent).toContain('baton held 4h 8m');
  fireEvent.click(old);
  await waitFor(() => requireRow('old'));
  expect(document.title).toBe('What happened · Harbor API · Baton');
});

test('a report of nothing says so, and what is next', async () => {
  open();
  const card = await screen.findByRole('region', { name: 'Morning report' });
  await waitFor(() => expect(card.textContent).toMatch(/Nothing happened since yesterday .*Next is T26 Retry-After/));
});

test('the report is copied by its keys', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { clipboard: { writeText: written } }));
  open();
  await screen.findByRole('button', { name: /Copy as Markdown/ });
  await press('y');
  await press('r');
  await waitFor(() => expect(written).toHaveBeenCalledWith('## Harbor API'));
});

test('rows, notes and days are reached by keys alone', async () => {
  open();
  await waitFor(() => requireRow('a'));
  await press('j');
  expect(focused()).toBe('b');
  await press('ArrowRight');
  expect(requireRow('b').querySelector('[aria-expanded]')).toBeNull();
  await press('j');
  await press('j');
  expect(focused()).toBe('a');
  await press('ArrowRight');
  await screen.findByText('Nine times faster.');
  expect(requireRow('a').textContent).toMatch(/Finding.*Progress/);
  expect(screen.queryByText('Of earlier work.')).toBeNull();
  await press('ArrowLeft');
  expect(screen.queryByText('Nine times faster.')).toBeNull();
  await press('e');
  await screen.findByText('Nine times faster.');
  await press('k');
  expect(focused()).toBe('b');
  await press('[');
  expect(document.activeElement?.textContent).toContain('Jan 3, 2025');
  await press(']');
  expect(document.activeElement?.textContent).toContain('Today');
});

test('filters are in the address, and name what they hide', async () => {
  const { router } = open('?kind=asked');
  await screen.findByText('No questions');
  expect(screen.getByText('3 events are hidden by the filters.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => requireRow('a'));
  expect(router.state.location.search).toBe('');
  fireEvent.click(screen.getByRole('button', { name: /^Handovers/ }));
  await waitFor(() => expect(lines()).toEqual(['b']));
  expect(router.state.location.search).toBe('?kind=handovers');
});

test('a click in the relay opens the day and shows the entry', async () => {
  entries.push(sampleEntry({ id: 'a', at: '2026-03-17T09:00:00.000Z', who: 'codex' }));
  entries = entries.filter(({ id, at: time }) => id !== 'a' || time.startsWith('2026-03'));
  open();
  const pill = await screen.findByRole('button', { name: /^codex, T14 Seed 200,000 keys, .*1h$/ });
  expect(lines()).not.toContain('a');
  fireEvent.click(pill);
  await waitFor(() => expect(focused()).toBe('a'));
});

test('who is at work is on top, and is found by B', async () => {
  held = [sampleEntry({ id: 'h', at: at(30), kind: 'held', is_open: true, data: { started_at: at(30), fence: 2 } })];
  answers['GET /api/projects/p'] = () =>
    success(project({ holders: [{ name: 'claude-code', task_id: 't14', last_call_at: new Date().toISOString() }] }));
  open();
  const row = await waitFor(() => requireRow('h'));
  expect(row.textContent).toMatch(/^nowclaude-code holds T14.*last call \ds ago/);
  await press('b');
  expect(focused()).toBe('h');
});

test('who holds the baton is in the bar, and a saved PRD leads to what it changed', async () => {
  const now = new Date().toISOString();
  const holder = { name: 'codex', task_id: 't9', task_number: 9, task_title: 'Clock', since: now, last_call_at: now };
  answers['GET /api/projects/p'] = () => success(project({ holders: [holder] }));
  const plan = { cause: 'prd' as const, added: 0, removed: 0, changed: 0, lists: 0, version: 3 };
  entries.push(sampleEntry({ id: 'plan', at: at(25), kind: 'planned', who: 'Ada', by: 'user', data: { plan } }));
  open();
  const pill = await screen.findByRole('link', { name: /codex holds the baton/ });
  expect([pill.getAttribute('href'), pill.textContent]).toEqual([
    '/projects/p/tasks?task=T9',
    expect.stringMatching(/T9 · \ds/),
  ]);
  const row = await waitFor(() => requireRow('plan'));
  const link = within(row as HTMLElement).getByRole('link', { name: 'see changes' });
  expect(link.getAttribute('href')).toBe('/projects/p/prd?version=3');
});

test('a change appears without a reload, and asks for each part once', async () => {
  const { cache, server } = open();
  await waitFor(() => requireRow('a'));
  entries.push(sampleEntry({ id: 'new', at: at(40), who: 'cursor' }));
  const before = server.asked.length;
  await act(() => cache.invalidateQueries({ queryKey: queryKeys.timeline('p') }));
  await waitFor(() => requireRow('new'));
  expect(lines()).toEqual(['new', 'b', 'a']);
  const paths = server.asked.slice(before).map(({ path }) => path.split('?')[0]);
  expect(paths).toHaveLength(new Set(paths).size);
});

test('a project in which nothing happened says how to begin', async () => {
  entries = [];
  open();
  await screen.findByText('Nothing has happened yet');
  expect(screen.getByRole('link', { name: 'Connect an agent' }).getAttribute('href')).toBe('/api-keys?project=p');
});

function requireRow(id: string): Element {
  const row = document.querySelector(`[data-entry="${id}"]`);
  if (!row) throw new Error(`no row ${id}`);
  return row;
}
