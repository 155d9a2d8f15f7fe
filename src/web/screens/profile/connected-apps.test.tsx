import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectedApp } from '#contract/connected-apps.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { ConnectedApps } from './connected-apps.tsx';

beforeAll(fakeTopLayer);

const CONNECTED = '2026-03-03T10:00:00.000Z';
const USED = '2026-03-13T13:04:00.000Z';
const claude = {
  id: 'a1',
  name: 'Claude Code',
  host: 'claude.ai',
  project_id: 'p1',
  project_name: 'Harbour',
  may_write: true,
  connected_at: CONNECTED,
  last_used_at: USED,
} as ConnectedApp;
const reader = {
  ...claude,
  id: 'a2',
  name: 'Reader',
  host: null,
  project_id: 'p2',
  project_name: 'Lighthouse',
  may_write: false,
  last_used_at: null,
} as ConnectedApp;

const LIST = 'GET /api/me/apps';
const DISCONNECT = 'DELETE /api/me/apps/a1';

let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
beforeEach(() => {
  answers = { [LIST]: () => success([claude, reader]), [DISCONNECT]: () => success(null) };
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

function open() {
  const server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return answers[`${asked.method} ${asked.path}`]?.(asked);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: ConnectedApps }])} />
    </QueryClientProvider>,
  );
  return server;
}

const rows = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('b')?.textContent);
const button = (name: string) => screen.findByRole('button', { name });
const CLAUDE = 'Disconnect Claude Code from Harbour';

/** The confirmation before Claude Code is disconnected. */
async function ask() {
  fireEvent.click(await button(CLAUDE));
  return within(screen.getByRole('dialog', { name: 'Disconnect Claude Code?' }));
}
const confirm = async () => fireEvent.click((await ask()).getByRole('button', { name: 'Disconnect' }));

describe('the list', () => {
  test('shows each app with who vouches for it, what it may do, its project, and when it was last used', async () => {
    open();
    const [first, second] = await screen.findAllByRole('listitem');
    const since = `since ${formatDateTime(CONNECTED)}`;
    expect(first?.textContent).toBe(
      `Claude Codeclaude.aiHarbour · ${since} · last used ${formatDateTime(USED)}Disconnect`,
    );
    expect(second?.textContent).toBe(`ReaderUnverifiedRead-onlyLighthouse · ${since} · not used yetDisconnect`);
    expect(screen.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe('/projects/p1');
    expect(screen.getByRole('link', { name: 'Lighthouse' }).getAttribute('href')).toBe('/projects/p2');
  });

  test('without an app leads to where one is connected', async () => {
    answers[LIST] = () => success([]);
    open();
    expect((await screen.findByRole('link', { name: 'Connect an agent' })).getAttribute('href')).toBe('/api-keys');
    expect(screen.getByText(/^No apps are connected\./)).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });

  test('that did not come says so, and comes when it is asked for again', async () => {
    answers[LIST] = () => failure(500, 'The list is not there now.');
    open();
    expect(await screen.findByText('The list is not there now.')).toBeTruthy();
    expect(screen.queryByText(/^No apps are connected\./)).toBeNull();
    answers[LIST] = () => success([claude]);
    fireEvent.click(await button('Try Again'));
    expect(await button(CLAUDE)).toBeTruthy();
  });
});

describe('an app', () => {
  test('is disconnected after a question that names it and its project', async () => {
    const server = open();
    const question = await ask();
    expect(question.getByText(/It can no longer work in Harbour\./)).toBeTruthy();
    expect(server.to('/api/me/apps/a1')).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(rows()).toEqual(['Reader']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.to('/api/me/apps/a1')).toMatchObject([{ method: 'DELETE' }]);
    expect(listToasts()).toMatchObject([
      { title: 'App Disconnected', description: 'Claude Code no longer has access.' },
    ]);
  });

  test('that was the last leaves the way to connect one', async () => {
    answers[LIST] = () => success([claude]);
    open();
    await confirm();
    expect(await screen.findByRole('link', { name: 'Connect an agent' })).toBeTruthy();
  });

  test('stays when the question is answered with Cancel', async () => {
    const server = open();
    fireEvent.click((await ask()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(rows()).toEqual(['Claude Code', 'Reader']);
    expect(server.to('/api/me/apps/a1')).toEqual([]);
  });

  test('is busy while it is disconnected, and only it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers[DISCONNECT] = () => promise;
    open();
    await confirm();
    await waitFor(async () => expect((await button(CLAUDE)).getAttribute('aria-busy')).toBe('true'));
    expect((await button('Disconnect Reader from Lighthouse')).getAttribute('aria-busy')).toBeNull();
    fireEvent.click(await button(CLAUDE));
    expect(screen.queryByRole('dialog')).toBeNull();
    resolve(success(null));
    await waitFor(() => expect(rows()).toEqual(['Reader']));
  });

  test.each([
    ['the server refuses', () => failure(404, 'The app was not found.'), 'The app was not found.'],
    ['nothing comes back', () => Promise.reject(new TypeError('lost')), FAILURE_TEXTS.networkText],
  ] as const)('is there as before when %s, and can be disconnected then', async (_what, answer, says) => {
    answers[DISCONNECT] = answer;
    const server = open();
    await confirm();
    await waitFor(() => expect(listToasts()).toMatchObject([{ description: says, variant: 'destructive' }]));
    expect(rows()).toEqual(['Claude Code', 'Reader']);
    expect((await button(CLAUDE)).getAttribute('aria-busy')).toBeNull();
    answers[DISCONNECT] = () => success(null);
    await confirm();
    await waitFor(() => expect(rows()).toEqual(['Reader']));
    expect(server.to('/api/me/apps/a1')).toHaveLength(2);
  });
});
