import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorEntry } from '#contract/admin-logs.ts';
import type { Id } from '#contract/fields.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { AdminOnly } from '#web/features/admin/index.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { Component } from './screen.tsx';

beforeAll(fakeTopLayer);

const entry = (more: Partial<ErrorEntry> = {}): ErrorEntry => ({
  id: 'e1' as Id,
  level: 'critical',
  category: 'auth',
  message: 'the lock is stuck',
  timestamp: '2026-03-03T10:00:00.000Z',
  firstSeen: '2026-03-01T10:00:00.000Z',
  seen: 12,
  resolved: false,
  resolvedBy: null,
  requestId: 'req-7',
  context: { html: '<img src=x>', stack: 'Error: stuck\n    at lock (lock.ts:3:1)' },
  ...more,
});
const page = (errors: ErrorEntry[], totalPages = 1, total = errors.length) =>
  Response.json({ success: true, errors, totalPages, total });

const LIST = 'GET /api/admin/dashboard/errors';
const ONE = 'GET /api/admin/dashboard/errors/e1';
const EXPORT = 'GET /api/admin/dashboard/errors/export';
let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
beforeEach(() => {
  let resolved = false;
  const now = () => entry({ resolved, resolvedBy: resolved ? 'ops@baton.example' : null });
  answers = {
    'GET /api/admin/status': () => success({ isAdmin: true }),
    [LIST]: () => page([now(), entry({ id: 'e2' as Id, message: 'another', context: null, category: 'api' })], 3, 52),
    [ONE]: () =>
      success({
        error: now(),
        occurrences: [{ id: 'o1', timestamp: entry().timestamp, message: 'm', requestId: 'req-6', context: null }],
      }),
    'PATCH /api/admin/dashboard/errors/e1': ({ body }) => {
      ({ resolved } = body as { resolved: boolean });
      return success(now());
    },
  };
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
  vi.restoreAllMocks();
});

const Guarded = () => (
  <AdminOnly>
    <Component />
  </AdminOnly>
);

function open(address = '/admin/errors') {
  const server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return answers[`${asked.method} ${asked.path.split('?')[0] ?? ''}`]?.(asked);
  });
  const router = createMemoryRouter(
    [
      { path: '/admin/errors', Component: Guarded },
      { path: '/projects', element: <p>the projects</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const lists = () =>
    server.asked.filter(({ path }) => /errors\?/.test(path)).map(({ path }) => path.split('?')[1] ?? '');
  return { server, lists, at: () => router.state.location.search };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const row = () => screen.findByRole('button', { name: 'the lock is stuck' });

test('unresolved errors come first, with what the table promises', async () => {
  const { lists } = open();
  const cells = within((await row()).closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells.slice(1).map((cell) => cell.textContent)).toEqual([
    'Critical',
    'Authentication',
    'the lock is stuck',
    'Unresolved',
    'Available',
    '12',
  ]);
  expect(screen.getByText('52 errors in total')).toBeTruthy();
  expect(lists()).toEqual(['page=1&limit=20&resolved=false']);
});

test('filters go to the address and back to the first page; All is left out', async () => {
  const { lists, at } = open('/admin/errors?page=2');
  await row();
  fireEvent.change(screen.getByLabelText('Error Level'), { target: { value: 'critical' } });
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'auth' } });
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'all' } });
  await waitFor(() => expect(lists().at(-1)).toBe('page=1&limit=20&level=critical&category=auth'));
  expect(at()).toBe('?level=critical&category=auth&status=all');
});

test('pages are turned by Previous and Next, which rest at the ends', async () => {
  const { lists, at } = open();
  await row();
  expect(screen.getByText('Page 1 of 3')).toBeTruthy();
  await waitFor(() => expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, false]));
  fireEvent.click(button('Next'));
  await screen.findByText('Page 2 of 3');
  await waitFor(() => expect(button('Next').disabled).toBe(false));
  fireEvent.click(button('Next'));
  await screen.findByText('Page 3 of 3');
  await waitFor(() => expect([button('Previous').disabled, button('Next').disabled]).toEqual([false, true]));
  expect([at(), lists().at(-1)]).toEqual(['?page=3', 'page=3&limit=20&resolved=false']);
});

test('a single page has no count', async () => {
  answers[LIST] = () => page([entry()]);
  open();
  await row();
  expect(screen.queryByText(/^Page /)).toBeNull();
});

test('a row opens the error, and closing it leads back to the row', async () => {
  const { at } = open();
  fireEvent.click(await row());
  const sheet = await screen.findByRole('dialog', { name: 'Error' });
  expect(await within(sheet).findByText('12 times')).toBeTruthy();
  expect(at()).toBe('?error=e1');
  expect(within(sheet).getByLabelText('Context').textContent).toBe('{\n  "html": "<img src=x>"\n}');
  expect(within(sheet).getByLabelText('Stack').textContent, 'line by line').toBe(entry().context?.['stack']);
  expect(sheet.querySelector('img')).toBeNull();
  expect(within(sheet).getByText('req-6')).toBeTruthy();
  fireEvent.keyDown(sheet, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await row());
});

test('an error is resolved and reopened from its sheet', async () => {
  const { lists } = open('/admin/errors?error=e1');
  const sheet = await screen.findByRole('dialog', { name: 'Error' });
  fireEvent.click(await within(sheet).findByRole('button', { name: 'Resolve' }));
  expect(await within(sheet).findByRole('button', { name: 'Reopen' })).toBeTruthy();
  expect(within(sheet).getByText('by ops@baton.example')).toBeTruthy();
  await waitFor(() => expect(lists()).toHaveLength(2));
  fireEvent.click(within(sheet).getByRole('button', { name: 'Reopen' }));
  expect(await within(sheet).findByRole('button', { name: 'Resolve' })).toBeTruthy();
});

test('nothing found and nothing loaded have their words', async () => {
  answers[LIST] = () => page([]);
  const { lists } = open();
  expect(await screen.findByText('No errors found matching your criteria.')).toBeTruthy();
  fireEvent.click(button('Show all'));
  await waitFor(() => expect(lists().at(-1)).toBe('page=1&limit=20'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull());
  answers[LIST] = () => failure(500, 'x');
  cleanup();
  open();
  expect(await screen.findByText('Failed to fetch error logs: 500')).toBeTruthy();
  answers[LIST] = () => page([entry()]);
  fireEvent.click(button('Try Again'));
  expect(await row()).toBeTruthy();
});

test('the export is fetched with the filters and the token, and saved as the server names it', async () => {
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  answers[EXPORT] = () =>
    new Response('timestamp\r\n', {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="baton-errors-2026-03-03.csv"',
      },
    });
  const { server } = open('/admin/errors?level=critical');
  await row();
  fireEvent.click(button('Export CSV'));
  await waitFor(() => expect(saved).toEqual(['baton-errors-2026-03-03.csv']));
  const [asked] = server.asked.filter(({ path }) => path.includes('/export'));
  expect(asked?.path).toBe('/api/admin/dashboard/errors/export?format=csv&level=critical&resolved=false');
  expect(asked?.headers.get('authorization')).toMatch(/^Bearer /);

  answers[EXPORT] = () => failure(500, 'x');
  await waitFor(() => expect(button('Export CSV').getAttribute('aria-busy')).toBeNull());
  fireEvent.click(button('Export CSV'));
  await waitFor(() =>
    expect(listToasts().map(({ description }) => description)).toEqual(['Failed to export error logs']),
  );
});

test('whoever is no administrator any more is led out by the export too', async () => {
  answers[EXPORT] = () => failure(403, 'This is for administrators.');
  open();
  await row();
  fireEvent.click(button('Export CSV'));
  expect(await screen.findByText('the projects')).toBeTruthy();
});
