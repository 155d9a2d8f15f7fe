import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A jitter that postpones the next poll for hours. */
const NEVER = 1e6;

test.each([
  ['is looked at again', NEVER, () => window.dispatchEvent(new Event('focus'))],
  ['has waited a moment', 1, () => vi.advanceTimersByTime(1_500)],
])(
  'the administrator’s message fills the page until the server answers again and the page %s',
  async (_, random, wake) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.resetModules();
    let closed = true;
    fakeFetch(({ path }) => {
      if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
      return closed
        ? failure(503, 'Back at noon.', { errorType: 'MAINTENANCE' }, { 'retry-after': '60' })
        : success({ id: 'u1' });
    });
    const { SignedInOnly } = await import('./index.ts');
    const { call } = await import('#web/lib/net/api.ts');
    const router = createMemoryRouter([{ path: '/', element: <SignedInOnly>the projects</SignedInOnly> }]);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await vi.waitFor(() => screen.getByText('the projects'), { interval: 10, timeout: 30_000 });
    await call('GET /api/me').catch(() => undefined);
    await vi.waitFor(() => screen.getByText('Back at noon.'), { interval: 10, timeout: 30_000 });
    expect(screen.queryByText('the projects')).toBeNull();

    closed = false;
    wake();
    await vi.waitFor(() => screen.getByText('the projects'), { interval: 10, timeout: 30_000 });
  },
);

test('the server is asked less and less often, at least every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const server = fakeFetch(({ path }) =>
    path === '/api/auth/token'
      ? Response.json({ token: tokenFor('u1') })
      : failure(503, 'Back at noon.', { errorType: 'MAINTENANCE' }),
  );
  vi.resetModules();
  const { MaintenancePage } = await import('./maintenance-page.tsx');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MaintenancePage maintenance={{ message: 'Back at noon.' }} />
    </QueryClientProvider>,
  );
  const asked = () => server.asked.filter(({ path }) => path === '/api/me').length;
  const counts: number[] = [];
  for (const ms of [1_500, 3_000, 6_000, 12_000, 14_999, 1, 15_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    counts.push(asked());
  }
  expect(counts).toEqual([1, 2, 3, 4, 4, 5, 6]);
});

test('a server that is only busy closes nothing', async () => {
  vi.resetModules();
  const { reportFailure } = await import('#web/lib/session/session.ts');
  const { getMaintenance } = await import('#web/lib/net/maintenance.ts');
  const { ApiError } = await import('#web/lib/net/api-error.ts');
  reportFailure(new ApiError('Try again.', { status: 503, errorType: 'INTERNAL_ERROR', errorCode: 'SERVER_BUSY' }));
  expect(getMaintenance()).toBeUndefined();
  reportFailure(new ApiError('Back at noon.', { status: 503, errorType: 'MAINTENANCE' }));
  expect(getMaintenance()).toEqual({ message: 'Back at noon.' });
});
