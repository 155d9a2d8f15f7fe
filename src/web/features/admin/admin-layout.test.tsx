import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failure, success } from '#test/fake-fetch.ts';
import { type Answers, openConsole } from '#test/open-console.tsx';
import { fakeTopLayer } from '#web/ui/fake-top-layer.ts';
import { AdminLayout } from './index.ts';

beforeAll(() => {
  fakeTopLayer();
  configure({ asyncUtilTimeout: 10_000 });
});
afterEach(cleanup);

const CHARTS = 'GET /api/admin/dashboard/charts';

const open = (answers: Answers = {}) => {
  const Screen = () => <AdminLayout>the screen</AdminLayout>;
  return openConsole({ '/admin/users/:id': Screen, '/admin/errors': Screen }, '/admin/users/u7', {
    [CHARTS]: () => success({ unresolvedTotal: 1_204 }),
    ...answers,
  });
};
const sidebar = () => within(screen.getByRole('complementary', { name: 'Admin' }));

describe('the sidebar', () => {
  test('has the four groups with their places', () => {
    open();
    expect(
      sidebar()
        .getAllByRole('heading')
        .map((each) => each.textContent),
    ).toEqual(['Overview', 'User Management', 'System Monitoring', 'System Configuration']);
    const links = within(sidebar().getByRole('navigation')).getAllByRole('link');
    expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
      'Dashboard /admin',
      'All Users /admin/users',
      'Activity Logs /admin/logs',
      'Error Logs /admin/errors',
      'Database /admin/database',
      'Settings /admin/settings',
      'Maintenance /admin/maintenance',
    ]);
  });

  test('marks the place one is in, also below it', () => {
    open();
    expect(sidebar().getByRole('link', { name: 'All Users' }).getAttribute('aria-current')).toBe('page');
    expect(sidebar().getByRole('link', { name: 'Dashboard' }).hasAttribute('aria-current')).toBe(false);
  });

  test('counts the errors that wait, and says nothing when it cannot', async () => {
    open();
    expect(await sidebar().findByText('1,204')).toBeTruthy();
    cleanup();
    open({ [CHARTS]: () => failure(500, 'Broken.') });
    expect(await sidebar().findByText('ops@baton.example')).toBeTruthy();
    expect(sidebar().getByRole('link', { name: 'Error Logs' })).toBeTruthy();
  });

  test('names who is signed in, and the two ways out', async () => {
    open();
    expect(await sidebar().findByText('ops@baton.example')).toBeTruthy();
    expect(sidebar().getByText('Administrator')).toBeTruthy();
    expect(sidebar().getByRole('link', { name: 'Back to App' }).getAttribute('href')).toBe('/projects');
    expect(sidebar().getByRole('button', { name: 'Sign Out' })).toBeTruthy();
  });
});

describe('the menu of small screens', () => {
  const button = () => screen.getByRole('button', { name: 'Open admin menu' });

  test('closes by Escape and gives the focus back', () => {
    open();
    button().focus();
    fireEvent.click(button());
    const menu = screen.getByRole('dialog', { name: 'Admin' });
    expect(menu.contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  test('closes when it leads somewhere', async () => {
    const { router } = open();
    fireEvent.click(button());
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: /^Error Logs/ }));
    await screen.findAllByText('the screen');
    expect(router.state.location.pathname).toBe('/admin/errors');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
