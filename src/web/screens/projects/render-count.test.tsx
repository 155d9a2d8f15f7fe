import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { sampleHolder, sampleSummary } from '#test/web/sample-projects.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { Component } from './screen.tsx';

/** Every card and every row draws one lane, so that its renders are those of its project. */
const drawn = vi.hoisted(() => ({ lanes: 0 }));
vi.mock('#web/ui/lane.tsx', () => ({
  Lane: () => {
    drawn.lanes += 1;
    return null;
  },
}));
afterEach(cleanup);

test.each(['cards', 'rows'])('of 300 projects as %s, a push renders one', async (view) => {
  localStorage.setItem('baton-projects-view', view);
  const projects = Array.from({ length: 300 }, (_, i) => sampleSummary(`p${i}`));
  const news = { since: null, now: '2026-03-01T10:00:00.000Z', projects: [], quiet: [], needs: [], needs_total: 0 };
  fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return success(path.startsWith('/api/me/news') ? news : null);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  cache.setQueryData(queryKeys.projects, projects);
  cache.setQueryData(queryKeys.news, news);
  cache.setQueryData(queryKeys.me, { id: 'u1', email: 'ada@example.com', display_name: 'Ada' });
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findAllByRole('article');
  await act(() => Promise.resolve());
  drawn.lanes = 0;
  await act(async () => {
    cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) =>
      list?.map((each) => (each.id === 'p7' ? { ...each, holders: [sampleHolder('cursor')] } : each)),
    );
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(document.body.textContent).toContain('Work of cursor');
  expect(drawn.lanes).toBe(1);
});
