import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunView } from '#contract/relay.ts';
import { fakeFetch, tokenFor } from '#test/fake-fetch.ts';
import { PATIENT } from '#test/patience.ts';
import { buildRun, buildRunView, buildWorker, freeWorker } from '#test/web/build-run.ts';
import { hearRelay, hearRuns } from '#web/lib/live/live-relay.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { useTasksUrl } from './use-tasks-url.ts';
import { useViews } from './use-views.tsx';

const AT = '2026-03-18T14:00:02.000Z';
beforeEach(() => fakeFetch(() => Response.json({ token: tokenFor('u1') })));
afterEach(cleanup);

function open(view: RunView, search = '') {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.relay('p1'), view);
  const rendered = vi.fn<() => void>();
  const Sample = () => {
    rendered();
    const views = useViews('p1', useTasksUrl('p1'));
    return (
      <>
        <p>{views.isRelay ? 'the relay' : 'the overview'}</p>
        {views.hasTab && views.tabs}
      </>
    );
  };
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[`/${search}`]}>
        <Sample />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const hear = (lines: Parameters<typeof hearRelay>[2]) => act(() => hearRelay(cache, 'p1', lines));
  return { cache, rendered, hear };
}
const running = (...workers: Parameters<typeof freeWorker>[]) =>
  buildRunView({ runs: [{ run: buildRun(), workers: workers.map((each) => buildWorker(...each)) }] });
const ended = buildRunView({ runs: [{ run: buildRun({ ended_at: AT }), workers: [] }] });
const shown = () => screen.getByText(/^the /).textContent;
const tabs = () => screen.queryAllByRole('tab').map(({ textContent }) => textContent);

test('a page opened during a run starts on it, unless its address says otherwise', () => {
  open(running(['a'], ['b']));
  expect([shown(), tabs()]).toEqual(['the relay', ['Overview', 'Relay2']]);
  cleanup();
  open(running(['a']), '?view=overview');
  expect(shown()).toBe('the overview');
  cleanup();
  open(ended);
  expect([shown(), tabs()]).toEqual(['the overview', ['Overview', 'Relay']]);
});

test('a run that starts adds its tab and never switches to it', async () => {
  const { cache } = open(buildRunView({ runs: [] }));
  expect(tabs()).toEqual([]);
  act(() =>
    hearRuns(cache, 'p1', [{ type: 'run.started', data: buildRun() } as Parameters<typeof hearRuns>[2][number]]),
  );
  act(() => void cache.setQueryData(queryKeys.relay('p1'), running(['a'])));
  await expect.poll(tabs, PATIENT).toEqual(['Overview', 'Relay1']);
  expect(shown()).toBe('the overview');
});

test('the screen renders when the number of agents at work changes, not with their lines', async () => {
  const names = Array.from({ length: 16 }, (_, i) => `agent-${i}`);
  const { rendered, hear } = open(running(...names.map((name): [string] => [name])));
  const before = rendered.mock.calls.length;
  const line = (name: string, fields: object) => ({ run_id: buildRun().id, at: AT, worker: buildWorker(name, fields) });
  for (let beat = 1; beat <= 10; beat += 1)
    hear(names.map((name) => line(name, { tail: `line ${beat}`, lines: beat, moved_at: AT })));
  hear([{ run_id: buildRun().id, at: AT, worker: freeWorker('agent-3') }]);
  await expect.poll(tabs, PATIENT).toEqual(['Overview', 'Relay15']);
  expect(rendered).toHaveBeenCalledTimes(before + 1);
});
