import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Root } from './root.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(cleanup);

function Login() {
  usePageTitle('Sign in');
  return <main id="main" tabIndex={-1} />;
}
function Dashboard() {
  usePageTitle('Dashboard', 'Admin');
  return <main id="main" tabIndex={-1} />;
}
/** Like the console's guard: another page is rendered until the access is known. */
function Guarded() {
  const [known, setKnown] = useState(false);
  if (known) return <Dashboard />;
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setKnown(true)}>
        let in
      </button>
    </main>
  );
}

function open() {
  const children = [
    { path: '/login', Component: Login },
    { path: '/admin', Component: Guarded },
    { path: '/admin/users', Component: Dashboard },
  ];
  const router = createMemoryRouter([{ Component: Root, children }], { initialEntries: ['/login'] });
  render(<RouterProvider router={router} />);
  return (address: string) => act(() => router.navigate(address));
}
const announced = () => document.querySelector('output[data-part=page-title]')?.textContent;

test('a page behind a guard is announced by its own title, once it is there, and gets the focus', async () => {
  const go = open();
  expect(document.title).toBe('Sign in · Baton');
  expect(announced()).toBe('');
  await go('/admin');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(announced()).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'let in' }));
  expect(announced()).toBe('Dashboard · Admin · Baton');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('without a guard a page is announced at once, and so is the way back', async () => {
  const go = open();
  await go('/admin/users');
  expect(announced()).toBe('Dashboard · Admin · Baton');
  await go('/login');
  expect(announced()).toBe('Sign in · Baton');
});
