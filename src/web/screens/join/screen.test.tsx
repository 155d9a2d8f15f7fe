import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { sampleSummary } from '#test/web/sample-projects.ts';

const TOKEN = 'a-_9'.repeat(10) + 'bcd';
const AT = '2026-03-01T10:00:00.000Z';
const look = (more: object = {}) => ({
  project_id: 'p1',
  project_name: 'Harbor',
  role: 'editor',
  invited_by: 'Mira',
  email: null,
  expires_at: AT,
  sign_up_closed: false,
  ...more,
});
const OVER = () => failure(404, 'It is over.', { errorType: 'NOT_FOUND', errorCode: 'INVITATION_OVER' });

let answers: Record<string, (asked: Asked) => Response>;
let isSignedIn: boolean;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  isSignedIn = false;
  answers = {
    'POST /api/invitations/look': () => success(look()),
    'GET /api/me': () => success({ id: 'u1', email: 'tom@example.com', display_name: 'Tom' }),
    'GET /api/projects': () => success([]),
    'POST /api/auth/sign-out': () => Response.json({ success: true }),
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** With fresh modules, which have no session yet. */
async function open(token = TOKEN) {
  vi.resetModules();
  if (isSignedIn) localStorage.setItem('baton-signed-in', '1');
  const server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token')
      return isSignedIn ? Response.json({ token: tokenFor('u1') }) : failure(401, 'No active session');
    return answers[`${asked.method} ${asked.path.split('?')[0]}`]?.(asked);
  });
  const { Component } = await import('./screen.tsx');
  const router = createMemoryRouter(
    [
      { path: '/join/:token', element: <Component /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [`/join/${token}`] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { server, at: () => router.state.location.pathname };
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const link = (name: string) => screen.queryByRole('link', { name });

test('a guest sees what it is for, and is led back to it after signing in or up', async () => {
  const { server, at } = await open();
  expect(await heading('Join Harbor')).toBeTruthy();
  expect(screen.getByText('Mira invites you to this project as an editor.')).toBeTruthy();
  expect(
    server.asked.map(({ path }) => path),
    'the token goes to one address, and nobody asks who is there',
  ).toEqual(['/api/invitations/look']);
  expect(document.title).toBe('Invitation · Baton');
  fireEvent.click(screen.getByRole('link', { name: 'Create account' }));
  await waitFor(() => expect(at()).toBe('/signup'));
  sessionStorage.clear();
  const { readReturn } = await import('#web/lib/session/session-trace.ts');
  expect(readReturn()).toBe(`/join/${TOKEN}`);
});

test('where sign-up is closed it says whom to ask', async () => {
  answers['POST /api/invitations/look'] = () => success(look({ sign_up_closed: true, email: 'ada@example.com' }));
  await open();
  expect(await screen.findByText(/ask the administrator of this Baton/)).toBeTruthy();
  expect(screen.getByText(/^It is for ada@example\.com\./)).toBeTruthy();
  expect([link('Sign in') === null, link('Create account')]).toEqual([false, null]);
});

test('somebody who is signed in joins, and is at the tasks', async () => {
  isSignedIn = true;
  localStorage.setItem('baton-invitation', JSON.stringify({ address: `/join/${TOKEN}`, at: Date.now() }));
  answers['POST /api/invitations/accept'] = () => success({ id: 'p1', name: 'Harbor' });
  const { server, at } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Join project' }));
  await waitFor(() => expect(at()).toBe('/projects/p1/tasks'));
  expect(server.to('/api/invitations/accept')[0]?.body).toEqual({ token: TOKEN });
  expect(localStorage.getItem('baton-invitation'), 'it was reached').toBeNull();
  const { listToasts } = await import('#web/ui/toast.ts');
  expect(listToasts()).toMatchObject([{ title: 'Project Joined', description: 'You are an editor of Harbor now.' }]);
});

test('with another account than it is for, it says so and offers to sign out', async () => {
  isSignedIn = true;
  answers['POST /api/invitations/look'] = () => success(look({ email: 'ada@example.com' }));
  await open();
  expect(await screen.findByText(/for ada@example\.com, and you are signed in as tom@example\.com/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Join project' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy();
});

test('one of the project’s people is led to it', async () => {
  isSignedIn = true;
  answers['GET /api/projects'] = () => success([sampleSummary('p1', { name: 'Harbor', role: 'viewer' })]);
  await open();
  expect(await heading('You are in Harbor already')).toBeTruthy();
  expect(link('Open Project')?.getAttribute('href')).toBe('/projects/p1/tasks');
});

test('one that is over says so, also where it ends while it is looked at', async () => {
  isSignedIn = true;
  answers['POST /api/invitations/accept'] = OVER;
  await open();
  const join = await screen.findByRole('button', { name: 'Join project' });
  answers['POST /api/invitations/look'] = OVER;
  fireEvent.click(join);
  expect(await heading('This invitation is over')).toBeTruthy();
});

test('half a link is sent nowhere', async () => {
  const { server } = await open('cut-off');
  expect(await heading('This invitation is over')).toBeTruthy();
  expect(server.asked).toEqual([]);
});
