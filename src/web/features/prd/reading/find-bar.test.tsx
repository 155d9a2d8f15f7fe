import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FindBar } from './find-bar.tsx';

afterEach(cleanup);

const show = () => {
  const onStep = vi.fn<(by: 1 | -1) => void>();
  const onClose = vi.fn<() => void>();
  render(<FindBar words="日" onWords={() => undefined} at={0} found={3} onStep={onStep} onClose={onClose} />);
  const press = (key: string, more: object = {}) => fireEvent.keyDown(screen.getByRole('textbox'), { key, ...more });
  return { onStep, onClose, press };
};

test('Enter goes to the next place, with Shift to the one before, and Escape closes', () => {
  const { onStep, onClose, press } = show();
  press('Enter');
  press('Enter', { shiftKey: true });
  press('Escape');
  expect(onStep.mock.calls).toEqual([[1], [-1]]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('keys of an input method are left to it', () => {
  const { onStep, onClose, press } = show();
  press('Enter', { isComposing: true });
  press('Escape', { isComposing: true });
  expect(onStep).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
