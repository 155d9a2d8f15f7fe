import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallLogEntry } from '#contract/admin-logs.ts';
import type { Id } from '#contract/fields.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { Component } from './screen.tsx';

const call = (id: string, more: Partial<CallLogEntry> = {}): CallLogEntry => ({
  id: id as Id,
  command: `command_${id}`,
  project_id: '0192f3a0-1c2d-7e3f-8a4b-000000000001' as Id,
  status_code: 200,
  response_time_ms: 1_234,
  inserted_at: '2026-03-03T10:00:00.000Z',
  agent: 'claude-1',
  key_name: 'default',
  bytes_out: 2_048,
  user_id: '0192f3a0-1c2d-7e3f-8a4b-00000000000a' as Id,
  user_email: 'mara@baton.example',
  ...more,
});

let rows: CallLogEntry[];
let isBroken: boolean;
/** Fires the mocked IntersectionObserver of the mark above the table. */
let scroll: (isIntersecting: boolean) => void;
beforeEach(() => {
  vi.useFakeTimers();
  rows = [call('b'), call('a', { project_id: null, status_code: 304 })];
  isBroken = false;
  class Watcher {
    constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
      scroll = (isIntersecting) => told([{ isIntersecting }]);
    }
    observe() {
      return this;
    }
    disconnect() {
      return this;
    }
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  Element.prototype.scrollIntoView = () => scroll(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(address = '/admin/logs') {
  const server = fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (isBroken) return failure(500, 'x');
    return success(path.includes('status=errors') ? rows.filter((row) => row.status_code >= 400) : rows);
  });
  const router = createMemoryRouter([{ path: '/admin/logs', Component }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await pass(1_000);
  const asked = () => server.asked.filter(({ path }) => path.startsWith('/api/admin/logs')).map(({ path }) => path);
  return { asked, at: () => router.state.location.search };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const commands = () => screen.queryAllByText(/^command_/).map((element) => element.textContent);
const button = (name: string) => screen.getByRole('button', { name });

test('shows calls with their class, project and time', async () => {
  await open();
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('command_b0192f3a0-1c2...2001,234 ms');
  expect(first?.querySelector('[data-tone=ok]')).toBeTruthy();
  expect(second?.querySelector('[data-tone=neutral]')).toBeTruthy();
});

test('an opened call says whose it was, when to the millisecond, and what its status means', async () => {
  rows = [call('b', { status_code: 409, inserted_at: '2026-03-03T10:00:07.045Z' }), call('a', { user_id: null })];
  await open();
  fireEvent.click(button('command_b'));
  const caller = screen.getByRole('link', { name: 'mara@baton.example' });
  expect(caller.getAttribute('href')).toBe('/admin/users/0192f3a0-1c2d-7e3f-8a4b-00000000000a');
  const details = document.querySelector('[data-part=details]')?.textContent;
  expect(details).toMatch(/TimeMar 3, 2026, \d+:00:07\.045\s[AP]M/);
  expect(details).toContain('Status409: Conflict');
  fireEvent.click(button('command_a'));
  expect(document.querySelector('[data-part=details]')?.textContent).toContain('UserNone');
});

test('asks again every three seconds, until Live is off', async () => {
  const { asked } = await open();
  expect(asked()).toEqual(['/api/admin/logs?status=all']);
  rows = [call('c'), ...rows];
  await pass(3_000);
  expect(commands()).toEqual(['command_c', 'command_b', 'command_a']);
  fireEvent.click(screen.getByRole('switch', { name: 'Live' }));
  const before = asked().length;
  await pass(10_000);
  expect(asked()).toHaveLength(before);
  fireEvent.click(button('Refresh'));
  await pass(10);
  expect(asked()).toHaveLength(before + 1);
});

test('rows stand still while somebody reads further down; new calls are counted', async () => {
  await open();
  act(() => scroll(false));
  rows = [call('d'), call('c'), ...rows];
  await pass(3_000);
  expect(commands()).toEqual(['command_b', 'command_a']);
  fireEvent.click(button('2 new calls'));
  await pass(10);
  expect(commands()).toEqual(['command_d', 'command_c', 'command_b', 'command_a']);
  expect(screen.queryByText(/new calls/)).toBeNull();
});

test('a row tells its agent and how much it answered, and holds the others meanwhile', async () => {
  await open();
  fireEvent.click(button('command_b'));
  expect(screen.getByText('claude-1')).toBeTruthy();
  expect(screen.getByText('2.0 KB')).toBeTruthy();
  rows = [call('c'), ...rows];
  await pass(3_000);
  expect(commands()).toEqual(['command_b', 'command_a']);
  fireEvent.click(button('command_b'));
  expect(commands()).toEqual(['command_c', 'command_b', 'command_a']);
});

test.each([
  ['one is open', () => fireEvent.click(button('command_b'))],
  ['somebody reads further down', () => act(() => scroll(false))],
])('another filter shows its own rows, also while %s', async (_what, read) => {
  rows = [call('b'), call('a', { status_code: 500 })];
  await open();
  read();
  fireEvent.click(button('Errors'));
  act(() => scroll(false));
  await pass(10);
  expect(commands()).toEqual(['command_a']);
  rows = [call('c', { status_code: 500 }), ...rows];
  await pass(3_000);
  expect(commands()).toEqual(['command_a']);
  fireEvent.click(button('1 new call'));
  await pass(10);
  expect(commands()).toEqual(['command_c', 'command_a']);
});

test('the search is sent when the keys rest, and stands in the address', async () => {
  const { asked, at } = await open();
  fireEvent.click(screen.getByRole('switch', { name: 'Live' }));
  const box = screen.getByRole('searchbox', { name: 'Search by command or project id' });
  for (const value of ['t', 'ta', 'tas', 'task ']) fireEvent.change(box, { target: { value } });
  expect(at()).toBe('');
  await pass(400);
  expect(at()).toBe('?q=task');
  fireEvent.click(button('Errors'));
  await pass(10);
  expect(asked().at(-1)).toBe('/api/admin/logs?status=errors&search=task');
  expect(asked().filter((path) => path.includes('search='))).toHaveLength(2);
});

test('says when there is nothing, or nothing that matches', async () => {
  rows = [];
  const { at } = await open('/admin/logs?q=orient');
  fireEvent.click(button('Show all'));
  await pass(1_000);
  expect([at(), screen.getByRole<HTMLInputElement>('searchbox').value]).toEqual(['', '']);
  expect(screen.getByText('No calls yet')).toBeTruthy();
  fireEvent.click(button('Success'));
  await pass(1_000);
  expect(screen.getByText('No calls found matching your criteria.')).toBeTruthy();
});

test('a refresh that fails keeps what was there and says so', async () => {
  await open();
  isBroken = true;
  await pass(3_000);
  expect(commands()).toEqual(['command_b', 'command_a']);
  expect(screen.getByText(/^Failed to fetch activity logs: 500/)).toBeTruthy();
});
