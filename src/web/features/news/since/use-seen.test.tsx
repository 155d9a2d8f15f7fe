import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSeen } from './use-seen.ts';

let isHidden = false;
beforeEach(() => {
  isHidden = false;
  localStorage.clear();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(cleanup);

const at = (minute: number) => new Date(2026, 2, 12, 10, minute).toISOString();
type Given = Parameters<typeof useSeen>[0];
/** News of a project as the server tells them at a minute: null where there are none. */
const told = (since: number | null, now: number): Given => ({
  projectId: 'p1',
  since: since === null ? null : at(since),
  now: at(now),
  hasNews: since !== null,
});

function watch(first: Given) {
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: cache }, children);
  const { result, rerender } = renderHook(useSeen, { wrapper, initialProps: first });
  return { isOpen: () => result.current.isOpen, isFirst: () => result.current.isFirst, tell: rerender };
}

test('what happens in a project while it is watched does not open the block, however often', () => {
  const { isOpen, tell } = watch(told(null, 40));
  tell(told(42, 43));
  expect(isOpen()).toBe(false);
  tell(told(47, 48));
  expect(isOpen()).toBe(false);
});

test('what happened while nobody looked opens it', () => {
  expect(watch(told(43, 55)).isOpen(), 'on loading').toBe(true);
  const { isOpen, tell } = watch(told(null, 40));
  isHidden = true;
  tell(told(42, 43));
  expect(isOpen(), 'in a hidden tab').toBe(true);
  isHidden = false;
  const slept = watch(told(null, 40));
  slept.tell(told(41, 59));
  expect(slept.isOpen(), 'of a computer that slept').toBe(true);
});

test('a first visit stays one while nothing happens, though its own report gives a moment to count from', () => {
  const ofAll = (since: number | null, hasNews: boolean): Given => ({
    since: since === null ? null : at(since),
    now: at(50),
    hasNews,
  });
  const { isFirst, tell } = watch(ofAll(null, false));
  expect(isFirst()).toBe(true);
  tell(ofAll(40, false));
  expect(isFirst()).toBe(true);
  tell(ofAll(40, true));
  expect(isFirst(), 'something happened').toBe(false);
  expect(watch(ofAll(40, false)).isFirst(), 'on the next visit').toBe(false);
});
