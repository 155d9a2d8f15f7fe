import { act, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ALL_FOLDED, ALL_OPEN, isFolded, readFolds, setFolded, writeFolds } from './folds.ts';
import { useFolds } from './use-folds.ts';

beforeEach(() => localStorage.clear());

test('a row can be opened when all are folded, and folded again', () => {
  const opened = setFolded(ALL_FOLDED, ['a', 'b'], false);
  expect([isFolded(opened, 'a'), isFolded(opened, 'c')]).toEqual([false, true]);
  expect(isFolded(setFolded(opened, ['a'], true), 'a')).toBe(true);
});

test('folding what is folded changes nothing at all', () => {
  const folds = setFolded(ALL_OPEN, ['a'], true);
  expect(setFolded(folds, ['a'], true)).toBe(folds);
});

test('folds are read as they were written, and nonsense is everything open', () => {
  const folds = setFolded(ALL_FOLDED, ['a'], false);
  expect(readFolds(writeFolds(folds))).toEqual(folds);
  for (const text of [null, '', '{', '[]', 'null', '{"base":"folded"}', '{"base":"open","except":7}'])
    expect(readFolds(text), String(text)).toEqual(ALL_OPEN);
});

describe('folds of a project', () => {
  const open = (projectId: string, filterKey = '') =>
    renderHook((props: { projectId: string; filterKey: string }) => useFolds(props.projectId, props.filterKey), {
      initialProps: { projectId, filterKey },
    });

  test('are there again after a reload, and are its own', () => {
    const first = open('p1');
    act(() => first.result.current.setFolded(['a'], true));
    first.unmount();
    expect(isFolded(open('p1').result.current.folds, 'a')).toBe(true);
    expect(isFolded(open('p2').result.current.folds, 'a')).toBe(false);
  });

  test('are written once for what changes together, also in StrictMode, which runs state updaters twice', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem');
    const { result } = renderHook(() => useFolds('p1', ''), { wrapper: StrictMode });
    act(() => {
      result.current.setFolded(['a'], true);
      result.current.setFolded(['b'], true);
    });
    expect(written).toHaveBeenCalledTimes(1);
    expect(
      ['a', 'b'].map((id) => isFolded(result.current.folds, id)),
      'each builds on the one before',
    ).toEqual([true, true]);
    expect(isFolded(readFolds(localStorage.getItem('baton-folds:p1')), 'a')).toBe(true);
    written.mockRestore();
  });

  test('change with the project', () => {
    const { result, rerender } = open('p1');
    act(() => result.current.foldAll());
    rerender({ projectId: 'p2', filterKey: '' });
    expect(result.current.folds).toEqual(ALL_OPEN);
    act(() => result.current.setFolded(['x'], true));
    rerender({ projectId: 'p1', filterKey: '' });
    expect(result.current.folds).toEqual(ALL_FOLDED);
  });

  test('stand aside while a filter is on, and come back as they were', () => {
    const { result, rerender } = open('p1');
    act(() => result.current.foldAll());
    rerender({ projectId: 'p1', filterKey: 'clock' });
    expect(isFolded(result.current.folds, 'a')).toBe(false);
    act(() => result.current.setFolded(['a'], true));
    expect(isFolded(result.current.folds, 'a')).toBe(true);
    rerender({ projectId: 'p1', filterKey: 'clocks' });
    expect(isFolded(result.current.folds, 'a')).toBe(false);
    rerender({ projectId: 'p1', filterKey: '' });
    expect(result.current.folds).toEqual(ALL_FOLDED);
  });
});
