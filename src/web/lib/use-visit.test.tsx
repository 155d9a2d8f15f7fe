import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { useVisit } from './use-visit.ts';

let server: ReturnType<typeof fakeFetch>;
let isHidden = false;
const visits = () => server.to('/api/me/visit').map(({ body }) => body ?? {});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  isHidden = false;
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  server = fakeFetch(({ path }) =>
    path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : success(null),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a visible page is reported once a minute, with its project', async () => {
  renderHook(() => useVisit({ projectId: 'p1' }));
  await pass(0);
  expect(visits()).toEqual([{ project_id: 'p1' }]);
  await pass(59_000);
  expect(visits()).toHaveLength(1);
  await pass(61_000);
  expect(visits()).toHaveLength(3);
});

test('a hidden tab is not looked at; it is again as soon as it is shown', async () => {
  isHidden = true;
  renderHook(() => useVisit('all'));
  await pass(180_000);
  expect(visits()).toEqual([]);
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(visits()).toEqual([{}]);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(visits(), 'not twice within a minute').toHaveLength(1);
});

test('without a place nothing is reported', async () => {
  renderHook(() => useVisit(null));
  await pass(180_000);
  expect(visits()).toEqual([]);
});
