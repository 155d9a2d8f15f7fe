import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { AccountMenu } from './account-menu.tsx';

afterEach(cleanup);

function show(me: object) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(queryKeys.me, me);
  cache.setQueryData(queryKeys.instance, { kind: null });
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <AccountMenu />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole('button', { name: /^Account menu/ });
}

describe('the avatar', () => {
  test.each([
    [{ display_name: 'Mira Kovač', email: 'x@y.example' }, 'MI'],
    [{ display_name: '', email: 'zoe@y.example' }, 'ZO'],
    [{ display_name: '', email: '' }, 'U'],
  ])('shows the first two letters: %o', (me, initials) => {
    expect(show(me).textContent).toBe(initials);
  });

  test('opens a menu of places, then Sign Out', () => {
    fireEvent.click(show({ display_name: 'M', email: '' }));
    const items = screen
      .getAllByRole('menuitem', { hidden: true })
      .map((item) => item.querySelector('span')?.textContent);
    expect(items).toEqual([
      'New Project',
      'Projects',
      'API Keys',
      'Account',
      'Subscription',
      'Documentation',
      'Switch Theme',
      'Sign Out',
    ]);
  });

  test('leads administrators to the console', () => {
    fireEvent.click(show({ display_name: 'M', email: '', is_admin: true }));
    const item = screen.getByRole('menuitem', { name: /^Admin/, hidden: true });
    expect(item.getAttribute('href')).toBe('/admin');
  });
});
