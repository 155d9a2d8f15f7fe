import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test } from 'vitest';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { Component } from './screen.tsx';

afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

const project = (taskCount: number) => ({ id: 'p1', name: 'Harbor API', taskCount, deleted_at: null });
const inTrouble = () => failure(502, 'x');
const notThere = () => failure(404, 'x', { errorType: 'NOT_FOUND' });

/** Opens a project, perhaps with stale cached data, and returns where that leads. */
async function whereTo(known: ReturnType<typeof project> | undefined, answer: () => Response) {
  fakeFetch(({ path }) => (path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer()));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  if (known) cache.setQueryData(queryKeys.project('p1'), known);
  const router = createMemoryRouter(
    [
      { path: '/projects/:projectId', Component },
      { path: '*', element: null },
    ],
    { initialEntries: ['/projects/p1'] },
  );
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/projects/p1'));
  return router.state.location.pathname;
}

test.each([
  ['a project with tasks leads to them', undefined, () => success(project(3)), '/projects/p1/tasks'],
  ['one without leads to its specification', undefined, () => success(project(0)), '/projects/p1/prd'],
  ['tasks made since it was last seen count', project(0), () => success(project(3)), '/projects/p1/tasks'],
  ['a server in trouble leaves what was known', project(3), inTrouble, '/projects/p1/tasks'],
  ['nothing known and a server in trouble lead to the list', undefined, inTrouble, '/projects'],
  ['one that is no longer there leads to the list', project(3), notThere, '/projects'],
])('%s', async (_name, known, answer, expected) => {
  expect(await whereTo(known, answer)).toBe(expected);
});
