import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { accountLine } from '#web/lib/live/account-line.ts';
import { NotConnected } from './not-connected.tsx';

afterEach(() => {
  cleanup();
  accountLine.open();
  vi.useRealTimers();
});

test('a stream that stays down is said with the moment from which on news are missing; a short break is not', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 3, 18, 40) });
  render(<NotConnected />);
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  const said = () => screen.getByRole('status').textContent;
  act(() => accountLine.lost());
  pass(2_000);
  act(() => accountLine.open());
  pass(5_000);
  expect(said()).toBe('');

  act(() => accountLine.lost());
  pass(120_000);
  act(() => accountLine.lost());
  expect(said(), 'since the first failure').toBe('Not connected. This is how it was at 6:40 PM.');
  act(() => accountLine.open());
  expect(said()).toBe('');
});
