import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ['is looked at again', () => window.dispatchEvent(new Event('focus'))],
  ['has waited a moment', () => vi.advanceTimersByTime(1_500)],
])('the administrator’s message fills the page until the server answers again and the page %s', async (_what, wake) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
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
  await screen.findByText('the projects');
  await call('GET /api/me').catch(() => undefined);
  expect(await screen.findByText('Back at noon.')).toBeTruthy();
  expect(screen.queryByText('the projects')).toBeNull();

  closed = false;
  wake();
  expect(await screen.findByText('the projects')).toBeTruthy();
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
