import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markRecent } from '#web/lib/live/recent-changes.ts';
import { useChangeSummary } from './use-change-summary.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst of changes is one sentence, and each row counts once', () => {
  const { result } = renderHook(() => useChangeSummary('p1'));
  act(() => markRecent('p1', ['a', 'b']));
  act(() => markRecent('p1', ['b', 'c']));
  expect(result.current.text).toBe('');
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.text).toBe('3 rows have changed');
  act(() => void vi.advanceTimersByTime(30_000));
  expect(result.current.text).toBe('3 rows have changed');
  act(() => markRecent('p1', ['a']));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.text).toBe('1 row has changed');
});

test('the same sentence again is another announcement', () => {
  const { result, rerender } = renderHook(() => useChangeSummary('p2'));
  const change = (id: string) => {
    act(() => markRecent('p2', [id]));
    act(() => void vi.advanceTimersByTime(10_000));
    return result.current;
  };
  const first = change('a');
  rerender();
  expect(result.current, 'not by rendering').toBe(first);
  const second = change('b');
  expect([first.text, second.text]).toEqual(['1 row has changed', '1 row has changed']);
  expect(second).not.toBe(first);
});
