import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failure, success } from '#test/fake-fetch.ts';
import { type Answers, bare, openConsole } from '#test/open-console.tsx';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { AdminLayout } from './index.ts';

beforeAll(fakeTopLayer);
afterEach(cleanup);

const ERRORS = 'GET /api/admin/dashboard/errors';

const open = (answers: Answers = {}) => {
  const Screen = () => <AdminLayout find={null}>the screen</AdminLayout>;
  return openConsole({ '/admin/users/:id': Screen, '/admin/errors': Screen }, '/admin/users/u7', {
    [ERRORS]: () => bare({ errors: [], totalPages: 1_204, total: 1_204 }),
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
      'Safety /admin/safety',
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
    const { server } = open();
    expect(await sidebar().findByText('1,204')).toBeTruthy();
    const asked = server.asked.map(({ path }) => path).filter((path) => path.startsWith('/api/admin/'));
    expect(asked, 'no chart is drawn for it').toEqual([
      '/api/admin/dashboard/errors?page=1&limit=1&resolved=false',
      '/api/admin/safety',
    ]);
    cleanup();
    open({ [ERRORS]: () => failure(500, 'Broken.') });
    expect(await sidebar().findByText('ops@baton.example')).toBeTruthy();
    expect(sidebar().getByRole('link', { name: 'Error Logs' })).toBeTruthy();
  });

  test('counts what is not safe yet, without the notes', async () => {
    const finding = (severity: string) => ({ id: severity, severity, wrong: 'x', why: 'x', todo: 'x' });
    const findings = ['must', 'should', 'should', 'note'].map(finding);
    open({ 'GET /api/admin/safety': () => success({ findings, passed: [], unknown: [] }) });
    expect((await sidebar().findByText('not safe yet')).closest('a')?.textContent).toBe('Safety3 not safe yet');
    cleanup();
    open({ 'GET /api/admin/safety': () => success({ findings: [finding('note')], passed: [], unknown: [] }) });
    expect(await sidebar().findByText('1,204')).toBeTruthy();
    expect(sidebar().getByRole('link', { name: 'Safety' })).toBeTruthy();
  });

  test('says that maintenance is on, and so does every page', async () => {
    const { cache } = open();
    const end = () => screen.queryByRole('link', { name: 'End it' })?.getAttribute('href');
    expect(end()).toBeUndefined();
    act(() => void cache.setQueryData(queryKeys.adminStatus, { isAdmin: true, maintenance: true }));
    expect((await sidebar().findByText('On')).closest('a')?.getAttribute('href')).toBe('/admin/maintenance');
    expect(end()).toBe('/admin/maintenance');
    act(() => void cache.setQueryData(queryKeys.adminStatus, { isAdmin: true, maintenance: false }));
    await waitFor(() => expect([sidebar().queryByText('On'), end()]).toEqual([null, undefined]));
  });

  test('names who is signed in, and the two ways out', async () => {
    open();
    expect(await sidebar().findByText('ops@baton.example')).toBeTruthy();
    expect(sidebar().getByText('Administrator')).toBeTruthy();
    expect(sidebar().getByRole('link', { name: 'Back to App' }).getAttribute('href')).toBe('/projects');
    expect(sidebar().getByRole('button', { name: 'Sign Out' })).toBeTruthy();
  });
});

test('a new screen starts at its top; going back leads to where one was', async () => {
  const { router } = open();
  const panel = screen.getByRole('main');
  const moved: unknown[] = [];
  panel.scrollTo = (...to: unknown[]) => void moved.push(to);
  panel.scrollTop = 240;
  fireEvent.scroll(panel);
  await act(() => router.navigate('/admin/errors'));
  await act(() => router.navigate(-1));
  expect(moved).toEqual([
    [0, 0],
    [0, 0],
    [0, 240],
  ]);
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
