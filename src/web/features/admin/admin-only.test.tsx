import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

afterEach(cleanup);

async function open(answer: (asked: Asked) => Response | Promise<Response> | undefined) {
  vi.resetModules();
  fakeFetch((asked) => (asked.path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer(asked)));
  const { AdminOnly } = await import('./admin-only.tsx');
  const { call } = await import('#web/lib/net/api.ts');
  function Console() {
    useQuery({ queryKey: queryKeys.adminMetrics, queryFn: () => call('GET /api/admin/dashboard/metrics') });
    return <p>the console</p>;
  }
  const router = createMemoryRouter(
    [
      {
        path: '/admin',
        element: (
          <AdminOnly>
            <Console />
          </AdminOnly>
        ),
      },
      { path: '/projects', element: <p>the projects</p> },
    ],
    { initialEntries: ['/outside', '/admin'], initialIndex: 1 },
  );
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, cache };
}

const metrics = () => Response.json({ success: true, totalUsers: 1 });
const status = (isAdmin: boolean) => success({ isAdmin });

describe('the console', () => {
  test('is shown to an administrator', async () => {
    await open(({ path }) => (path === '/api/admin/status' ? status(true) : metrics()));
    expect(await screen.findByText('the console')).toBeTruthy();
  });

  test('says what it waits for', async () => {
    const answer = Promise.withResolvers<Response>();
    await open(({ path }) => (path === '/api/admin/status' ? answer.promise : metrics()));
    expect(await screen.findByText('Verifying admin access...')).toBeTruthy();
    answer.resolve(status(true));
    expect(await screen.findByText('the console')).toBeTruthy();
  });

  test.each([
    ['somebody who is no administrator', () => status(false)],
    ['somebody who is refused', () => failure(403, 'No.')],
    ['everybody when the answer fails', () => failure(500, 'Broken.')],
  ])('sends %s to the projects, in place of this step', async (_who, answer) => {
    const { router } = await open(() => answer());
    expect(await screen.findByText('the projects')).toBeTruthy();
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('is left by the first refusal while at work', async () => {
    await open(({ path }) => (path === '/api/admin/status' ? status(true) : failure(403, 'No longer.')));
    expect(await screen.findByText('the projects')).toBeTruthy();
  });

  test('stays when another call fails', async () => {
    const { cache } = await open(({ path }) => (path === '/api/admin/status' ? status(true) : failure(500, 'Broken.')));
    await screen.findByText('the console');
    await waitFor(() => expect(cache.getQueryState(queryKeys.adminMetrics)?.status).toBe('error'));
    expect(screen.getByText('the console')).toBeTruthy();
  });
});
