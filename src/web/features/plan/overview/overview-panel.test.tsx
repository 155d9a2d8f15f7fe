import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeFetch, tokenFor } from '#test/fake-fetch.ts';
import { buildPlanData } from '#test/web/build-plan.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { usePlan } from '../data/use-plan.ts';
import { OverviewPanel } from './overview-panel.tsx';

fakeTopLayer();

const NOW = new Date(2026, 2, 18, 15, 0, 0);
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  fakeFetch(() => Response.json({ token: tokenFor('u1') }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const data = buildPlanData({
    lists: [{ id: 'l1', name: 'Rate limiter' }],
    tasks: [
      { id: 'guard', title: 'Clock-skew guard', status: 'wip' },
      { id: 'header', title: 'Retry-After' },
    ],
    batons: [{ task: 'guard' }],
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
          onSelect={() => {}}
          onCollapse={() => {}}
          since={<p>Since you were last here</p>}
          changes={<p>What changed</p>}
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
}

test('the news come first, then who is at work, what changed and what is next, before the state of the plan', () => {
  show();
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
