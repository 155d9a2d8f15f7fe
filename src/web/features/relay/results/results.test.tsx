import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { PATIENT } from '#test/patience.ts';
import { buildResult, buildRunView } from '#test/web/build-run.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { TaskResults } from '../task-results.tsx';
import { Results } from './results.tsx';

afterEach(cleanup);

const row = (name: string) => buildResult(name, { title: name });
const page = (items: unknown[], nextCursor: string | null) => success({ items, nextCursor });

function show(content: ReactNode, answer: (query: URLSearchParams) => Response, view = buildRunView()) {
  const asked = fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return path.includes('/run-results?') ? answer(new URL(path, 'http://a').searchParams) : success(view);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.relay('p1'), view);
  render(<QueryClientProvider client={cache}>{content}</QueryClientProvider>);
  return asked;
}
const titles = () =>
  screen
    .getAllByRole('listitem')
    .map((each) => within(each).queryByText(/^result /)?.textContent)
    .filter(Boolean);
const more = () => screen.queryByRole('button', { name: 'Show more' });

test('older results come when they are asked for, each once', async () => {
  const view = buildRunView({ results: [row('result 5'), row('result 4')], results_total: 5 });
  show(<Results view={view} projectId="p1" onSelect={() => {}} />, (query) =>
    query.get('cursor') === 'result 4'
      ? page([row('result 4'), row('result 3'), row('result 2')], 'result 2')
      : page([row('result 1')], null),
  );
  expect(screen.getByRole('heading').textContent).toBe('Finished in this run 5');
  fireEvent.click(more() ?? document.body);
  await expect.poll(titles, PATIENT).toEqual(['result 5', 'result 4', 'result 3', 'result 2']);
  fireEvent.click(more() ?? document.body);
  await expect.poll(titles, PATIENT).toHaveLength(5);
  expect(more()).toBeNull();
});

test('older results that cannot be read say why, and are asked for again', async () => {
  const view = buildRunView({ results: [row('result 2')], results_total: 2 });
  const answers = [() => failure(500, 'The harbor is closed.'), () => page([row('result 1')], null)];
  show(<Results view={view} projectId="p1" onSelect={() => {}} />, () => answers.shift()?.() ?? page([], null));
  fireEvent.click(more() ?? document.body);
  expect(await screen.findByText('The harbor is closed.', undefined, PATIENT)).toBeDefined();
  fireEvent.click(more() ?? document.body);
  await expect.poll(titles, PATIENT).toEqual(['result 2', 'result 1']);
});

test('a task says what each try came to, with its output, and what all of them used', async () => {
  const items = [
    buildResult('b', { merged_into: 'main', is_verified: true, try: 2, seconds: 600, tokens: 1_200, cost_usd: 0.25 }),
    buildResult('a', {
      outcome: 'tried_again',
      reason: 'npm test failed\nexpected 1, got 2',
      seconds: 60,
      tokens: 800,
    }),
  ];
  show(<TaskResults projectId="p1" taskId="t1" />, (query) => page(query.get('task_id') === 't1' ? items : [], null));
  const region = await screen.findByRole('region', { name: 'What the relay did' }, PATIENT);
  expect(within(region).getByRole('heading').textContent).toBe('What the relay did · 10m · 2,000 tokens · $0.25');
  const [done, again] = within(region).getAllByRole('listitem');
  expect(done?.textContent).toContain('done · verified · merged into main · codex-1 · $0.25try 2/3 · 10m');
  expect(again?.textContent).toContain('npm test failed, tried again 1/3');
  expect(again?.querySelector('pre')?.textContent).toContain('expected 1, got 2');
});

test('a project without any run is not asked what runs did', () => {
  const { asked } = show(<TaskResults projectId="p1" taskId="t1" />, () => page([], null), buildRunView({ runs: [] }));
  expect(asked).toEqual([]);
});
