// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const fetchCalls = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  fetchCalls.mockReset();
  vi.stubGlobal('fetch', fetchCalls);
});
afterEach(cleanup);

async function show(kind: 'team' | 'service' | 'unknown' | null = null) {
  const { AccountLinks } = await import('./account-links.tsx');
  const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
  const cache = new QueryClient();
  if (kind !== 'unknown') cache.setQueryData(['instance'], { kind });
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <AccountLinks />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const GUEST = [
  ['Sign In', '/login'],
  ['Start Free', '/signup'],
];

describe('the links at the right of a public page', () => {
  it('offer a guest to sign in or start, without asking the server', async () => {
    await show();
    expect(links()).toEqual(GUEST);
    expect(fetchCalls).not.toHaveBeenCalled();
  });

  it('offer no beginning to strangers where a team is at home', async () => {
    await show('team');
    expect(links()).toEqual([['Sign In', '/login']]);
  });

  it('offer no beginning either until it is known whom the instance is for', async () => {
    let answer: (response: Response) => void = () => {};
    fetchCalls.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await show('unknown');
    expect(links()).toEqual([['Sign In', '/login']]);
    answer(Response.json({ success: true, data: { kind: 'service' } }));
    await waitFor(() => expect(links()).toEqual(GUEST));
  });

  it('lead someone with a kept session back to the projects, and turn when the session is gone', async () => {
    localStorage.setItem('baton-signed-in', '1');
    fetchCalls.mockResolvedValue(new Response('{}', { status: 401 }));
    await show();
    expect(links()).toEqual([['Projects', '/projects']]);
    await waitFor(() => expect(links()).toEqual(GUEST));
  });
});
