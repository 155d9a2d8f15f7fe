import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countsOf, isMarkdownName, readDraft, sizeOf, writeDraft } from './draft.ts';
import { useDraft } from './use-draft.ts';

beforeEach(() => localStorage.clear());

describe('a draft', () => {
  test('is kept for each project by itself', () => {
    writeDraft('p1', { content: '# One', filename: 'one.md' });
    writeDraft('p2', { content: '# Two', filename: '' });
    expect(readDraft('p1')).toEqual({ content: '# One', filename: 'one.md' });
    expect(readDraft('p2')).toEqual({ content: '# Two', filename: '' });
    expect(readDraft('p3')).toEqual({ content: '', filename: '' });
  });

  test('leaves nothing behind when it is emptied', () => {
    writeDraft('p1', { content: '# One', filename: 'one.md' });
    writeDraft('p1', { content: '', filename: '' });
    expect(localStorage).toHaveLength(0);
  });

  test('that cannot be read is an empty one', () => {
    for (const stored of ['{', '7', '{"content":1}']) {
      localStorage.setItem('baton-draft:p1', stored);
      expect(readDraft('p1')).toEqual({ content: '', filename: '' });
    }
  });

  test('says so when the device does not take it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft('p1', { content: 'x', filename: '' })).toBe(false);
  });
});

describe('while typing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the draft is written when the typing pauses', () => {
    const { result } = renderHook(() => useDraft('p1'));
    act(() => result.current.change({ content: 'a', filename: '' }));
    act(() => result.current.change({ content: 'ab', filename: '' }));
    expect(result.current.draft.content).toBe('ab');
    expect(readDraft('p1').content).toBe('');
    act(() => void vi.advanceTimersByTime(300));
    expect(readDraft('p1').content).toBe('ab');
  });

  test('the draft is written when the page is left', () => {
    const { result, unmount } = renderHook(() => useDraft('p1'));
    act(() => result.current.change({ content: 'abc', filename: '' }));
    unmount();
    expect(readDraft('p1').content).toBe('abc');
  });
});

test('a markdown file is known by its ending', () => {
  expect(['a.md', 'A.MARKDOWN', 'a.txt', 'md', 'a.md.txt'].map(isMarkdownName)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('sizes have one decimal, counts their words', () => {
  expect(sizeOf('a'.repeat(6_554))).toBe('6.4 KB');
  expect(sizeOf('ä')).toBe('0.0 KB');
  expect(countsOf('')).toEqual({ characters: '0 characters', lines: '0 lines' });
  expect(countsOf('a')).toEqual({ characters: '1 character', lines: '1 line' });
  expect(countsOf(`${'a'.repeat(1_000)}\nb`)).toEqual({ characters: '1,002 characters', lines: '2 lines' });
});
