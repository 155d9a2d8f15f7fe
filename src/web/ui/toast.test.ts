import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dismissToast,
  listToasts,
  resumeToastTimers,
  stopToastTimers,
  toast,
  toastDuration,
  undoLastToast,
} from './toast.ts';

const titles = () => listToasts().map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const reason of ['hover', 'focus', 'hidden'] as const) resumeToastTimers(reason);
  for (const { id } of listToasts()) dismissToast(id);
  vi.useRealTimers();
});

describe('how long a toast stays', () => {
  it.each([
    ['default', 5_000],
    ['success', 4_000],
    ['destructive', 6_000],
  ] as const)('a %s toast closes after %i ms', (variant, duration) => {
    toast({ title: 'Saved', variant });
    vi.advanceTimersByTime(duration - 1);
    expect(titles()).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  it('a persistent toast never closes by itself', () => {
    toast({ title: 'Stay', duration: Infinity });
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(titles()).toEqual(['Stay']);
  });

  it('a toast with an action stays at least ten seconds, and longer when asked', () => {
    const action = { label: 'Undo', run: () => {} };
    expect(toastDuration({ variant: 'success', action })).toBe(10_000);
    expect(toastDuration({ duration: 15_000, action })).toBe(15_000);
    expect(toastDuration({ duration: Infinity, action })).toBe(Infinity);
  });
});

describe('stopping the clocks', () => {
  it('the time left is kept while the pointer is over the toasts', () => {
    toast({ title: 'Saved', variant: 'success' });
    vi.advanceTimersByTime(3_000);
    stopToastTimers('hover');
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['Saved']);
    resumeToastTimers('hover');
    vi.advanceTimersByTime(999);
    expect(titles()).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  it('clocks run again only when every reason is gone', () => {
    toast({ title: 'Saved' });
    stopToastTimers('hover');
    stopToastTimers('hidden');
    resumeToastTimers('hover');
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['Saved']);
    resumeToastTimers('hidden');
    vi.advanceTimersByTime(5_000);
    expect(titles()).toEqual([]);
  });

  it('a toast that arrives while clocks are stopped waits too', () => {
    stopToastTimers('hidden');
    toast({ title: 'Late' });
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['Late']);
    resumeToastTimers('hidden');
    vi.advanceTimersByTime(5_000);
    expect(titles()).toEqual([]);
  });

  it('dismissing the last toast under the pointer does not stop the next one', () => {
    const id = toast({ title: 'First' });
    stopToastTimers('hover');
    stopToastTimers('focus');
    dismissToast(id);
    toast({ title: 'Second' });
    vi.advanceTimersByTime(5_000);
    expect(titles()).toEqual([]);
  });
});

describe('which toasts are shown', () => {
  it('the newest is on top and only three are shown', () => {
    for (const title of ['one', 'two', 'three', 'four']) toast({ title, duration: Infinity });
    expect(titles()).toEqual(['four', 'three', 'two']);
  });

  it('undo runs the newest action once and closes its toast', () => {
    const older = vi.fn<() => void>();
    const newer = vi.fn<() => void>();
    toast({ title: 'older', action: { label: 'Undo', run: older } });
    toast({ title: 'newer', action: { label: 'Undo', run: newer } });
    toast({ title: 'plain' });
    undoLastToast();
    expect(newer).toHaveBeenCalledOnce();
    expect(older).not.toHaveBeenCalled();
    expect(titles()).toEqual(['plain', 'older']);
  });

  it('undo without an action on screen does nothing', () => {
    toast({ title: 'plain' });
    undoLastToast();
    expect(titles()).toEqual(['plain']);
  });
});
