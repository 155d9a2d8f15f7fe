import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { buildPlanData } from '#test/web/build-plan.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { usePlan } from '../data/use-plan.ts';
import { OverviewPanel } from './overview-panel.tsx';

fakeTopLayer();

const NOW = new Date(2026, 2, 18, 15, 0, 0);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString();
const happen = (seq: number, created_at: string, text: string, task_id: string | null = null) => ({
  seq,
  type: 'task.status_changed',
  text,
  task_id,
  checkpoint_id: null,
  actor: { kind: 'user', id: null, name: 'Mira' },
  created_at,
});

let happened: ReturnType<typeof happen>[];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  happened = [];
  fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return success({ items: happened, nextCursor: null });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show({ held = false } = {}) {
  const onSelect = vi.fn<(id: string) => void>();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const data = buildPlanData({
    lists: [{ id: 'l1', name: 'Rate limiter' }],
    tasks: [
      { id: 'guard', title: 'Clock-skew guard', ...(held && { status: 'wip' }) },
      { id: 'header', title: 'Retry-After' },
    ],
    ...(held && { batons: [{ task: 'guard' }] }),
  });
  cache.setQueryData(queryKeys.plan('p1'), data);
  const Sample = () => {
    const { plan } = usePlan('p1');
    return (
      plan && (
        <OverviewPanel
          plan={plan}
          projectId="p1"
          filters={{ q: '', lists: [], statuses: [] }}
          onSelect={onSelect}
          onCollapse={() => {}}
          since={<p>Since you were last here</p>}
          coverage={<p>96 of 96 work lines planned</p>}
        />
      )
    );
  };
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Sample />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return onSelect;
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u202f', ' ');

test('the news come first, then who is at work, what changed and what is next, before the state of the plan', async () => {
  happened = [happen(1, at(18, 9), 'Task status changed: open → wip', 'guard')];
  show({ held: true });
  await screen.findByText('Task status changed: open → wip', { exact: false });
  const said = screen.getByRole('region', { name: 'Overview' }).textContent;
  const order = [
    'Since you were last here',
    'At work',
    'What changed',
    'Ready next',
    '96 of 96 work lines planned',
    'Lists',
    'last 14 days',
    'All tasks',
  ];
  const places = order.map((words) => said.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('what changed is the newest few, under their days, each with a way to its task', async () => {
  happened = [
    happen(8, at(18, 14, 41), 'Task status changed: wip → done', 'guard'),
    happen(7, at(18, 9, 5), 'T2 added: Retry-After', 'header'),
    happen(6, at(17, 18, 40), 'T9 deleted: Old', 'gone'),
    happen(5, at(16, 8), 'Checkpoint: Before the change'),
    happen(4, at(16, 7), 'Dependency added', 'guard'),
    happen(3, at(15, 7), 'Plan imported'),
  ];
  const onSelect = show();
  const days = await screen.findAllByRole('heading', { level: 4 });
  expect(days.map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday', 'Monday, Mar 16']);
  const lines = () =>
    within(screen.getByText('What changed').closest('section')!)
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent));
  expect(lines()).toEqual([
    '2:41 PMT1 Task status changed: wip → done',
    '9:05 AMT2 added: Retry-After',
    '6:40 PMT9 deleted: Old',
    '8:00 AMCheckpoint: Before the change',
    '7:00 AMT1 Dependency added',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'T2' }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('header');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(lines()).toHaveLength(6);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
