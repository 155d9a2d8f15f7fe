import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Split } from './split.tsx';
import { collapse, readSplit, resize, SPLIT_START, splitAfterKey, writeSplit } from './split-state.ts';
import { useSplit } from './use-split.ts';

test('a share stays within 20 and 80 percent', () => {
  expect([resize(3).share, resize(50).share, resize(120).share]).toEqual([20, 50, 80]);
});

test('keys move by five, and stop at the limits', () => {
  expect(splitAfterKey(SPLIT_START, 'ArrowLeft')?.share).toBe(45);
  expect(splitAfterKey(resize(78), 'ArrowRight')?.share).toBe(80);
  expect([splitAfterKey(SPLIT_START, 'Home')?.share, splitAfterKey(SPLIT_START, 'End')?.share]).toEqual([20, 80]);
  expect(splitAfterKey(SPLIT_START, 'x')).toBeUndefined();
});

test('collapsing one side opens the other, and the share is not forgotten', () => {
  const left = collapse(resize(35), 'left');
  expect(left).toEqual({ share: 35, collapsed: 'left' });
  expect(collapse(left, 'right')).toEqual({ share: 35, collapsed: 'right' });
  expect(splitAfterKey(left, 'Enter')).toEqual({ share: 35, collapsed: undefined });
});

test('what was kept is read back, and nonsense is the start', () => {
  expect(readSplit(writeSplit(collapse(resize(35), 'right')))).toEqual({ share: 35, collapsed: 'right' });
  expect(readSplit('{"share":99,"collapsed":"top"}')).toEqual({ share: 80, collapsed: undefined });
  for (const text of [null, '', '{', '[]', '7', '{"share":"50"}', '{"share":null}'])
    expect(readSplit(text), String(text)).toEqual(SPLIT_START);
});

describe('the handle', () => {
  const store = {
    read: (key: string) => localStorage.getItem(key),
    write: (key: string, value: string) => localStorage.setItem(key, value),
  };
  function Sample() {
    const [state, change] = useSplit(store, 'split');
    return (
      <Split
        label="Resize"
        leftTitle="Task"
        rightTitle="Notes"
        left={<p>left</p>}
        right={<p>right</p>}
        state={state}
        onChange={change}
      />
    );
  }
  const value = () => screen.getByRole('separator').getAttribute('aria-valuenow');

  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  test('has a value between its limits and keeps it over a reload', () => {
    const { unmount } = render(<Sample />);
    const handle = screen.getByRole('separator', { name: 'Resize' });
    expect([handle.getAttribute('aria-valuemin'), value(), handle.getAttribute('aria-valuemax')]).toEqual([
      '20',
      '50',
      '80',
    ]);
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    expect(value()).toBe('55');
    unmount();
    render(<Sample />);
    expect(value()).toBe('55');
    fireEvent.doubleClick(screen.getByRole('separator'));
    expect(value()).toBe('50');
  });

  test('collapses with Enter, and the strip opens the panel again', () => {
    render(<Sample />);
    fireEvent.keyDown(screen.getByRole('separator'), { key: 'Enter' });
    expect(screen.queryByRole('button', { name: 'Expand Notes panel' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Expand Task panel' }));
    expect(screen.queryByRole('button', { name: 'Expand Task panel' })).toBeNull();
    expect(value()).toBe('50');
  });
});
