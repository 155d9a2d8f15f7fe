import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#web/lib/session/session.ts';

let account = 'u1';
vi.mock('#web/lib/session/session.ts', () => ({
  getSession: (): Session => ({ status: 'signed-in', userId: account }),
}));

beforeEach(() => {
  account = 'u1';
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const load = () => import('./dismissed-notices.ts');

test('a dismissed notice stays dismissed after a reload, for that account only', async () => {
  const { dismissNotice } = await load();
  act(() => dismissNotice('projects 2026-04'));
  vi.resetModules();
  const { useDismissed } = await load();
  expect(renderHook(() => useDismissed()).result.current('projects 2026-04')).toBe(true);
  account = 'u2';
  expect(renderHook(() => useDismissed()).result.current('projects 2026-04')).toBe(false);
});

test('without storage it stays dismissed until the page is reloaded, for that account only', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The quota is used up');
  });
  const { dismissNotice, useDismissed } = await load();
  act(() => dismissNotice('projects 2026-04'));
  expect(renderHook(() => useDismissed()).result.current('projects 2026-04')).toBe(true);
  account = 'u2';
  expect(renderHook(() => useDismissed()).result.current('projects 2026-04')).toBe(false);
});
