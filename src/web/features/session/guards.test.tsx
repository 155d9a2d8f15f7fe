import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type Asked, failure, fakeFetch, tokenFor } from '#test/fake-fetch.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

/** The two guards around plain texts, with fresh modules that have no session yet. */
async function open(address: string, answer: (asked: Asked) => Response | Promise<Response> | undefined) {
  vi.resetModules();
  const server = fakeFetch(answer);
  const { GuestOnly, SignedInOnly } = await import('./index.ts');
  const session = await import('#web/lib/session/session.ts');
  const router = createMemoryRouter(
    [
      { path: '/login', element: <GuestOnly screen="login">the sign-in form</GuestOnly> },
      { path: '/projects', element: <SignedInOnly>the projects</SignedInOnly> },
      { path: '/profile', element: <SignedInOnly>the account</SignedInOnly> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { server, router, session, at: () => router.state.location.pathname };
}

const token = () => Response.json({ token: tokenFor('u1') });
const nobody = () => failure(401, 'No active session');
const keepTrace = () => localStorage.setItem('baton-signed-in', '1');
const storeError = () =>
  sessionStorage.setItem('baton-auth-error', JSON.stringify({ screen: 'login', field: 'form', text: 'No.' }));

describe('a guarded page', () => {
  test('says "Loading..." while it is not known who is there', async () => {
    const answer = Promise.withResolvers<Response>();
    await open('/projects', () => answer.promise);
    expect(await screen.findByText('Loading...')).toBeTruthy();
    answer.resolve(token());
    expect(await screen.findByText('the projects')).toBeTruthy();
  });

  test('sends a guest to the sign-in page and remembers where they wanted to go', async () => {
    const { at, session } = await open('/profile?tab=2#x', nobody);
    expect(await screen.findByText('the sign-in form')).toBeTruthy();
    expect(at()).toBe('/login');
    fakeFetch(token);
    await session.restartSession();
    expect(await screen.findByText('the account')).toBeTruthy();
    await waitFor(() => expect(sessionStorage.getItem('baton-return-to')).toBeNull());
  });

  test('does not remember the place of somebody who signed out', async () => {
    const { session } = await open('/profile', ({ path }) =>
      path === '/api/auth/sign-out' ? Response.json({}) : token(),
    );
    await screen.findByText('the account');
    session.endSession('left');
    expect(await screen.findByText('the sign-in form')).toBeTruthy();
    expect(sessionStorage.getItem('baton-return-to')).toBeNull();
  });

  test('offers another try when the server cannot be reached', async () => {
    let reachable = false;
    await open('/projects', () => {
      if (!reachable) throw new TypeError('Failed to fetch');
      return token();
    });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Connection Error')).toBeTruthy();
    reachable = true;
    again.click();
    expect(await screen.findByText('the projects')).toBeTruthy();
  });
});

describe('a sign-in page', () => {
  test('is shown to guests without asking the server', async () => {
    const { server } = await open('/login', nobody);
    expect(screen.getByText('the sign-in form')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });

  test('sends signed-in people to their projects', async () => {
    keepTrace();
    const { at } = await open('/login', token);
    expect(await screen.findByText('the projects')).toBeTruthy();
    expect(at()).toBe('/projects');
  });

  test('keeps even signed-in people while an error is stored', async () => {
    keepTrace();
    storeError();
    const { session, at } = await open('/login', token);
    await session.resolveSession();
    expect(screen.getByText('the sign-in form')).toBeTruthy();
    expect(at()).toBe('/login');
  });

  test('does not keep anybody for an error from before a sign-in, in whichever tab that was', async () => {
    const { storeAuthError, readAuthError } = await import('#web/lib/session/auth-error.ts');
    const { sessionTrace } = await import('#web/lib/session/session-trace.ts');
    storeAuthError({ screen: 'login', field: 'form', text: 'No.' });
    expect(readAuthError('login')?.text).toBe('No.');
    // As a sign-in in another tab leaves it.
    sessionTrace.noteSignIn();
    keepTrace();
    const { at } = await open('/login', token);
    expect(await screen.findByText('the projects')).toBeTruthy();
    expect(at()).toBe('/projects');
    expect(readAuthError('login')).toBeUndefined();
  });

  test('does not say today what went wrong yesterday', async () => {
    const { storeAuthError, readAuthError } = await import('#web/lib/session/auth-error.ts');
    vi.useFakeTimers({ toFake: ['Date'] });
    storeAuthError({ screen: 'login', field: 'form', text: 'No.' });
    vi.setSystemTime(Date.now() + 9 * 60_000);
    expect(readAuthError('login')?.text).toBe('No.');
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(readAuthError('login')).toBeUndefined();
    vi.useRealTimers();
  });

  test('is shown when the session that was expected is gone', async () => {
    keepTrace();
    await open('/login', nobody);
    expect(await screen.findByText('the sign-in form')).toBeTruthy();
    expect(localStorage.getItem('baton-signed-in')).toBeNull();
  });
});
