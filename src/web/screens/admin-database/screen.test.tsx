import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { Component } from './screen.tsx';

const report = (more: Partial<DatabaseReport> = {}): DatabaseReport => ({
  status: 'healthy',
  answeredInMs: 0.83,
  version: 'PostgreSQL 17.5 on x86_64-linux',
  sizeBytes: 48_234_112,
  startedAt: '2026-03-03T10:00:00.000Z',
  connections: { active: 3, idle: 7, max: 100 },
  tables: [
    { name: 'users', rows: 10, isEstimate: false, bytes: 8_192, indexBytes: 16_384 },
    { name: 'mcp_logs', rows: 1_000_000, isEstimate: true, bytes: 90_000_000, indexBytes: 1_024 },
  ],
  largest: [{ id: 'u1' as DatabaseReport['largest'][number]['id'], email: 'mira@example.com', bytes: 12_345_678 }],
  statements: null,
  ...more,
});

let answer: () => Response;
beforeEach(() => {
  answer = () => success(report());
});
afterEach(cleanup);

function open() {
  fakeFetch(({ path }) => (path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer()));
  const router = createMemoryRouter([{ path: '/', Component }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const tables = () => screen.getByRole('heading', { name: 'Tables' }).parentElement ?? document.body;
const names = () => [...tables().querySelectorAll('tbody td:first-child')].map((cell) => cell.textContent);

test('shows what was measured, and says why there are no statements', async () => {
  open();
  expect(await screen.findByText('Healthy')).toBeTruthy();
  for (const text of ['Answered a query in 0.8 ms', '46 MB', 'of 100, 7 idle', 'PostgreSQL 17.5'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.body.textContent).toContain('about 1,000,000');
  expect(screen.getByText('pg_stat_statements')).toBeTruthy();
});

test('the accounts that keep most lead to their page', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'mira@example.com' });
  expect(link.getAttribute('href')).toContain('u1');
  expect(link.closest('tr')?.textContent).toContain('12 MB');
});

test('its tables keep the order of the server until a column is chosen', async () => {
  open();
  await screen.findByText('Healthy');
  expect(names()).toEqual(['users', 'mcp_logs']);
  const heading = screen.getByRole('button', { name: 'Rows' });
  fireEvent.click(heading);
  expect([names(), heading.closest('th')?.getAttribute('aria-sort')]).toEqual([['mcp_logs', 'users'], 'descending']);
  fireEvent.click(heading);
  expect([names(), heading.closest('th')?.getAttribute('aria-sort')]).toEqual([['users', 'mcp_logs'], 'ascending']);
});

test('statements are text, and a refresh that fails keeps what was measured', async () => {
  answer = () => success(report({ statements: [{ text: 'select <b>', calls: 2, meanMs: 1.25, totalMs: 2_500 }] }));
  open();
  expect(await screen.findByText('select <b>')).toBeTruthy();
  answer = () => failure(500, 'x');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^Failed to fetch database statistics: 500/)).toBeTruthy();
  expect(screen.getByText('select <b>')).toBeTruthy();
});

test('without an answer it can be asked again', async () => {
  answer = () => failure(503, 'x');
  open();
  expect(await screen.findByText('Failed to fetch database statistics: 503')).toBeTruthy();
  answer = () => success(report());
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Healthy')).toBeTruthy();
});
