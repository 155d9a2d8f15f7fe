import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { failure } from '#test/fake-fetch.ts';
import { bare, openConsole } from '#test/open-console.tsx';
import { Component } from './screen.tsx';

afterEach(cleanup);

const user = (name: string, more: object = {}) => ({
  id: `id-${name}`,
  email: `${name}@x.example`,
  status: 'active',
  lastActive: null,
  monthlyTokens: 1_284_310,
  monthlyCost: 9.417,
  monthlyCostKnown: true,
  storageBytes: 1_500_000,
  createdAt: '2026-03-03T10:00:00.000Z',
  ...more,
});
const page = (more: object = {}) => ({ users: [user('mira')], totalPages: 3, total: 31, isLeast: false, ...more });
const LIST = 'GET /api/admin/users';

function open(answer: (asked: URLSearchParams) => Response | Promise<Response>, address = '/admin/users') {
  const opened = openConsole({ '/admin/users': Component, '/admin/users/:id': () => <p>the detail</p> }, address, {
    [LIST]: ({ path }) => answer(new URL(path, 'http://x').searchParams),
  });
  const search = () => new URLSearchParams(opened.router.state.location.search);
  const asked = () => opened.server.asked.filter(({ path }) => path.startsWith('/api/admin/users?'));
  return { ...opened, search, asked };
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the list', () => {
  test('shows an account per line with what it used', async () => {
    open(() => bare(page({ users: [user('mira'), user('bot', { status: 'suspended' })] })));
    const row = (await screen.findByText('mira@x.example')).closest('tr');
    expect([...(row?.querySelectorAll('td') ?? [])].slice(0, 7).map((cell) => cell.textContent)).toEqual([
      'mira@x.example',
      'Active',
      'Never',
      '1,284,310',
      '$9.42',
      '1.5 MB',
      'Mar 3, 2026',
    ]);
    expect(screen.getAllByText('Suspended')).toHaveLength(2);
    expect(screen.getByText('31 users in total')).toBeTruthy();
  });

  test('says where a cost is not known, or only a part of it', async () => {
    const none = user('own', { monthlyCost: 0, monthlyCostKnown: false });
    const part = user('both', { monthlyCostKnown: false });
    open(() => bare(page({ users: [none, part, user('free', { monthlyCost: 0 })] })));
    await screen.findByText('own@x.example');
    const costs = screen.getAllByRole('row').slice(1);
    expect(costs.map((row) => row.querySelectorAll('td')[4]?.textContent)).toEqual(['Unknown', '$9.42+', '$0.00']);
  });

  test('says how many there are at least, where nobody counted further', async () => {
    open(() => bare(page({ total: 10_000, isLeast: true })), '/admin/users?status=active');
    expect(await screen.findByText('10,000+ users found')).toBeTruthy();
  });

  test('says when nobody matches', async () => {
    const none = page({ users: [], total: 0, totalPages: 0 });
    const { search } = open(
      (asked) => bare(asked.has('search') ? none : page()),
      '/admin/users?search=nobody&status=suspended',
    );
    expect(await screen.findByText('No users found matching your criteria.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    fireEvent.click(await button('Show all'));
    expect(await screen.findByText('mira@x.example')).toBeTruthy();
    expect(search().toString()).toBe('');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  test('tells the status of a failure and tries again', async () => {
    let broken = true;
    open(() => (broken ? failure(500, 'Broken.') : bare(page())));
    expect(await screen.findByText('Failed to fetch users: 500')).toBeTruthy();
    broken = false;
    fireEvent.click(await button('Try Again'));
    expect(await screen.findByText('mira@x.example')).toBeTruthy();
  });
});

describe('paging', () => {
  test('stops at both ends and keeps the page in the address', async () => {
    const { search } = open((asked) => bare(page({ users: [user(`p${asked.get('page')}`)] })));
    await screen.findByText('p1@x.example');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect((await button('Previous')).disabled).toBe(true);
    fireEvent.click(await button('Next'));
    await screen.findByText('p2@x.example');
    expect(search().get('page')).toBe('2');
    expect(screen.getByText('16–16 of 31')).toBeTruthy();
    await waitFor(async () => expect((await button('Next')).disabled).toBe(false));
    fireEvent.click(await button('Next'));
    await screen.findByText('p3@x.example');
    expect((await button('Next')).disabled).toBe(true);
  });

  test('keeps the page before in sight while the next one loads, and waits with further steps', async () => {
    const late = Promise.withResolvers<Response>();
    open((asked) => (asked.get('page') === '2' ? late.promise : bare(page())));
    fireEvent.click(await button('Next'));
    await screen.findByText('Page 2 of 3');
    expect(screen.getByText('mira@x.example')).toBeTruthy();
    expect((await button('Next')).disabled).toBe(true);
    expect((await button('Previous')).disabled).toBe(true);
    late.resolve(bare(page({ users: [user('zoe')] })));
    expect(await screen.findByText('zoe@x.example')).toBeTruthy();
  });

  test('does not count a single page', async () => {
    open(() => bare(page({ totalPages: 1, total: 1 })));
    expect(await screen.findByText('1–1 of 1')).toBeTruthy();
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  test('goes to the last page where the address names one behind it', async () => {
    const { search } = open(
      (asked) => bare(page(asked.get('page') === '3' ? {} : { users: [] })),
      '/admin/users?page=99',
    );
    expect(await screen.findByText('mira@x.example')).toBeTruthy();
    expect(search().get('page')).toBe('3');
  });
});

describe('the filters', () => {
  test('search after a pause, once, from the first page', async () => {
    const { asked, search } = open(() => bare(page()), '/admin/users?page=2');
    await screen.findByText('mira@x.example');
    const box = screen.getByRole('searchbox');
    for (const value of ['h', 'ha', ' har ']) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(search().get('search')).toBe('har'));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked().at(-1)?.path).toBe('/api/admin/users?page=1&search=har');
  });

  test('take the words of the address, also when it changes', async () => {
    const { router } = open(() => bare(page()), '/admin/users?search=mira');
    await screen.findByText('mira@x.example');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('mira');
    await router.navigate('/admin/users?search=zoe');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('zoe'));
  });

  test('ask for one status, and for none again', async () => {
    const { asked, search } = open(() => bare(page()));
    await screen.findByText('mira@x.example');
    fireEvent.click(await button('Suspended'));
    await waitFor(() => expect(asked().at(-1)?.path).toBe('/api/admin/users?page=1&status=suspended'));
    fireEvent.click(await button('All Users'));
    await waitFor(() => expect(search().has('status')).toBe(false));
  });
});

describe('a line', () => {
  test('opens the account and remembers the place in the list', async () => {
    const { router } = open(() => bare(page()), '/admin/users?search=mira&page=2');
    fireEvent.click(await screen.findByText('mira@x.example'));
    await screen.findByText('the detail');
    expect(router.state.location.pathname).toBe('/admin/users/id-mira');
    expect(router.state.location.state).toEqual({ list: '?search=mira&page=2' });
  });

  test('has a real link, and arrows go from one to the next', async () => {
    open(() => bare(page({ users: [user('a'), user('b')] })));
    const first = await screen.findByRole('link', { name: 'View Details, a@x.example' });
    expect(first.getAttribute('href')).toBe('/admin/users/id-a');
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View Details, b@x.example' }));
  });
});
