import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { CoverageLine } from './coverage-line.tsx';

afterEach(cleanup);

const COVERAGE = {
  version: 2,
  lines: { total: 120, work: 96, context: 10, limit: 4, done: 4, unsure: 6 },
  planned: 96,
  in_progress: 0,
  finished: 12,
  changed: 0,
  to_decide: 2,
  orphaned_tasks: 0,
  percent: 99,
};

function show(coverage: object) {
  const server = fakeFetch(({ path }) =>
    path === '/api/auth/token'
      ? Response.json({ token: tokenFor('u1') })
      : success({ ...COVERAGE, ...coverage, open: [] }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CoverageLine projectId="p1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return server;
}

describe('coverage on the tasks screen', () => {
  it('is counted in lines, says what is left to decide, and is not full while a line is unsure', async () => {
    show({});
    const link = await screen.findByRole('link');
    expect(link.textContent).toBe('96 of 96work lines planned · 12 finished · 2 sections to decide');
    expect(link.getAttribute('href')).toBe('/projects/p1/prd?view=read');
    const meter = screen.getByRole('meter', { name: '96 of 96 work lines planned' });
    expect(Number(meter.getAttribute('aria-valuenow'))).toBeLessThan(Number(meter.getAttribute('aria-valuemax')));
  });

  it('tells of changed lines and of tasks without any', async () => {
    show({ to_decide: 1, finished: 0, changed: 3, orphaned_tasks: 1 });
    expect((await screen.findByRole('link')).textContent).toContain(
      '1 section to decide · 3 changed · 1 task orphaned',
    );
  });

  it('is not there without a PRD', async () => {
    const server = show({ version: null, lines: { ...COVERAGE.lines, total: 0 } });
    await waitFor(() => expect(server.to('/api/projects/p1/coverage')).toHaveLength(1));
    expect(screen.queryByRole('link')).toBeNull();
  });
});
