import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useSearch, withChanges } from './use-search.ts';

afterEach(cleanup);

function open(address: string) {
  const { result } = renderHook(() => ({ search: useSearch(), navigate: useNavigate() }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return {
    shown: () => result.current.search[0].toString(),
    // The function of the first render, as a stale closure would call it.
    change: result.current.search[1],
    goBack: () => act(async () => result.current.navigate(-1)),
  };
}

test('changes some parameters, takes away empty ones and leaves the others', () => {
  const before = new URLSearchParams('a=1&b=2&c=3');
  expect(withChanges(before, { a: '', b: '4', d: '5' }).toString()).toBe('b=4&c=3&d=5');
  expect(before.toString()).toBe('a=1&b=2&c=3');
});

test('of two changes in a row, the second keeps the first, though nothing was drawn in between', async () => {
  const { shown, change } = open('/?level=error&category=database');
  await act(async () => {
    change({ category: '' });
    change({ level: 'warning' });
  });
  expect(shown()).toBe('level=warning');
});

test('builds on where one went back to, and only a step can be gone back from', async () => {
  const { shown, change, goBack } = open('/?page=1');
  await act(async () => change({ page: '2' }, { isStep: true }));
  await act(async () => change({ q: 'x' }));
  expect(shown()).toBe('page=2&q=x');
  await goBack();
  expect(shown()).toBe('page=1');
  await act(async () => change({ status: 'all' }));
  expect(shown()).toBe('page=1&status=all');
});
