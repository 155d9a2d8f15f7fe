import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useFullTitle, useNeedsMark, useToldTitle } from './page-title.ts';

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
});
afterEach(cleanup);

function useBoth({ title, needs }: { title: string; needs: number }) {
  useFullTitle(title);
  useNeedsMark(needs);
}
const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');

test('what waits for a person is counted in the title and marked on the icon, and taken away with the screen', () => {
  const shown = renderHook(useBoth, {
    initialProps: { title: 'Projects · Baton', needs: 0 },
  });
  expect([document.title, icon()]).toEqual(['Projects · Baton', '/favicon.svg']);
  shown.rerender({ title: 'Projects · Baton', needs: 2 });
  expect([document.title, icon()]).toEqual(['(2) Projects · Baton', '/favicon-needs-you.svg']);
  shown.rerender({ title: '● Projects · Baton', needs: 2 });
  expect(document.title).toBe('(2) ● Projects · Baton');
  shown.unmount();
  expect([document.title, icon()]).toEqual(['● Projects · Baton', '/favicon.svg']);
});

test('a count that changes is not announced as a new page', () => {
  const told = renderHook(() => useToldTitle());
  const shown = renderHook(useBoth, {
    initialProps: { title: 'Tasks · Baton', needs: 1 },
  });
  told.rerender();
  const before = told.result.current;
  shown.rerender({ title: 'Tasks · Baton', needs: 3 });
  told.rerender();
  expect(document.title).toBe('(3) Tasks · Baton');
  expect(told.result.current).toBe(before);
});
