import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useReadingTime } from './use-reading-time.ts';

const MINUTE = 60_000;
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('ten minutes on the screen of a visible tab count as read; being hidden does not', () => {
  vi.useFakeTimers();
  let isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  const read = vi.fn();
  const element = { current: document.body };
  renderHook(() => useReadingTime(element, read));
  vi.advanceTimersByTime(6 * MINUTE);
  isHidden = true;
  vi.advanceTimersByTime(60 * MINUTE);
  isHidden = false;
  vi.advanceTimersByTime(3.9 * MINUTE);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0.2 * MINUTE);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60 * MINUTE);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a block outside the window is not read', () => {
  vi.useFakeTimers();
  let see: (isIntersecting: boolean) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting }]);
      }
    },
  );
  const read = vi.fn();
  const element = { current: document.body };
  renderHook(() => useReadingTime(element, read));
  vi.advanceTimersByTime(20 * MINUTE);
  expect(read).not.toHaveBeenCalled();
  see(true);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(read).toHaveBeenCalledTimes(1);
});
