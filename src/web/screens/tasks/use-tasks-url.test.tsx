import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useTasksUrl } from './use-tasks-url.ts';

beforeEach(() => localStorage.clear());

const open = (search: string) =>
  renderHook(() => ({ url: useTasksUrl('p1'), search: useLocation().search, go: useNavigate() }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[`/projects/p1/tasks${search}`]}>{children}</MemoryRouter>
    ),
  });

test('the address says what is shown', () => {
  const { url } = open('?task=T12&tab=findings&list=l1,l2&status=wip,done&q=clock&sort=oldest').result.current;
  expect(url).toMatchObject({
    task: 'T12',
    tab: 'findings',
    sort: 'oldest',
    filters: { q: 'clock', lists: ['l1', 'l2'], statuses: ['wip', 'done'] },
  });
});

test('what the address does not know is left at its start', () => {
  const { url } = open('?tab=nonsense&status=lost,wip,wip&list=,,&sort=sideways').result.current;
  expect(url).toMatchObject({ task: undefined, tab: 'all', sort: 'newest' });
  expect(url.filters).toEqual({ q: '', lists: [], statuses: ['wip'] });
});

test('a filter is written, changed in part, and leaves nothing when it is cleared', () => {
  const { result } = open('?task=t1');
  act(() => result.current.url.setFilters({ q: 'a b' }));
  act(() => result.current.url.setFilters({ lists: ['l1', 'l2'] }));
  act(() => result.current.url.setFilters({ statuses: ['open'] }));
  expect(result.current.search).toBe('?task=t1&q=a+b&list=l1%2Cl2&status=open');
  act(() => result.current.url.setFilters({ q: '', lists: [], statuses: [] }));
  expect(result.current.search).toBe('?task=t1');
});

test('of two choices in a row, the second keeps the first, though nothing was drawn in between', () => {
  const { result } = open('?q=x&list=l1');
  act(() => {
    const { url } = result.current;
    url.setFilters({ lists: ['l1', 'l2'] });
    url.setFilters({ q: '' });
    url.setFilters({ statuses: ['wip'] });
  });
  expect(result.current.search).toBe('?list=l1%2Cl2&status=wip');
  expect(result.current.url.filters).toEqual({ q: '', lists: ['l1', 'l2'], statuses: ['wip'] });
});

test('of two ticks in a row within one filter both count', () => {
  const { result } = open('?list=l1&status=open');
  act(() => {
    const { url } = result.current;
    url.setFilters(({ lists }) => ({ lists: [...lists, 'l2'] }));
    url.setFilters(({ lists }) => ({ lists: [...lists, 'l3'] }));
    url.setFilters(({ statuses }) => ({ statuses: [...statuses, 'wip'] }));
    url.setFilters(({ statuses }) => ({ statuses: [...statuses, 'done'] }));
  });
  expect(result.current.url.filters).toEqual({
    q: '',
    lists: ['l1', 'l2', 'l3'],
    statuses: ['open', 'wip', 'done'],
  });
});

test('the filters stay the same object until one changes', () => {
  const { result } = open('?q=x&list=l1');
  const before = result.current.url.filters;
  act(() => result.current.url.setTab('files'));
  expect(result.current.url.filters).toBe(before);
});

test('selecting is a step one can go back from; filtering is not', async () => {
  const { result } = open('');
  act(() => result.current.url.select('t1'));
  act(() => result.current.url.setFilters({ q: 'x' }));
  act(() => result.current.url.select('t2'));
  expect(result.current.search).toBe('?task=t2&q=x');
  await act(async () => result.current.go(-1));
  expect(result.current.search).toBe('?task=t1&q=x');
  await act(async () => result.current.go(-1));
  expect(result.current.url.task).toBeUndefined();
  expect(result.current.url.filters.q).toBe('');
});

test('the order of notes is remembered for the project, and an address goes before it', () => {
  const { result } = open('');
  act(() => result.current.url.setSort('oldest'));
  expect(open('').result.current.url.sort).toBe('oldest');
  expect(open('?sort=newest').result.current.url.sort).toBe('newest');
});
