import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { buildPlan } from '#test/web/build-plan.ts';
import { type EditLock, EditLockContext } from '#web/lib/live/edit-lock.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { usePlanEdits } from '../data/use-plan-edits.ts';
import { useFolds } from './use-folds.ts';
import { useTreeEdits } from './use-tree-edits.ts';

afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
});

function show() {
  const cache = new QueryClient();
  const plan = buildPlan({ tasks: [{ id: 't1' }] });
  let lock: EditLock | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <EditLockContext value={lock}>{children}</EditLockContext>
    </QueryClientProvider>
  );
  const { result, rerender } = renderHook(
    () => useTreeEdits(plan, usePlanEdits('p1'), useFolds('p1', ''), () => undefined),
    { wrapper },
  );
  const setLock = (next: EditLock) => {
    lock = next;
    rerender();
  };
  return { result, setLock };
}

test('a rename can be cancelled when the edit lock comes during it, and another cannot begin', () => {
  const { result, setLock } = show();
  act(() => result.current.rename('t1'));
  expect(result.current.renaming).toEqual({ id: 't1' });
  setLock({ title: 'Read-only', reason: 'The project is archived.' });
  act(() => result.current.rename(undefined));
  expect(result.current.renaming).toBeUndefined();
  expect(listToasts()).toEqual([]);
  act(() => result.current.rename('t1'));
  expect(result.current.renaming).toBeUndefined();
  expect(listToasts().map(({ title }) => title)).toEqual(['Read-only']);
});
