import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countsOf, readDraft, sizeOf, writeDraft } from '#web/features/prd/intake/draft.ts';
import { isMarkdownName, readFile } from '#web/features/prd/intake/read-file.ts';
import { useDocument } from './use-document.ts';

beforeEach(() => localStorage.clear());

describe('a draft', () => {
  test('is kept for each project by itself', () => {
    writeDraft('p1', { content: '# One', filename: 'one.md' });
    writeDraft('p2', { content: '# Two', filename: '' });
    expect(readDraft('p1')).toEqual({ content: '# One', filename: 'one.md' });
    expect(readDraft('p2')).toEqual({ content: '# Two', filename: '' });
    expect(readDraft('p3')).toBeUndefined();
  });

  test('leaves nothing behind when it is emptied', () => {
    for (const nothing of [{ content: '', filename: 'one.md' }, undefined]) {
      writeDraft('p1', { content: '# One', filename: 'one.md' });
      writeDraft('p1', nothing);
      expect(localStorage).toHaveLength(0);
    }
  });

  test('that cannot be read is none', () => {
    for (const stored of ['{', '7', '{"content":1}']) {
      localStorage.setItem('baton-draft:p1', stored);
      expect(readDraft('p1')).toBeUndefined();
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
    const { result } = renderHook(() => useDocument('p1', undefined));
    act(() => result.current.change({ content: 'a', filename: '' }));
    act(() => result.current.change({ content: 'ab', filename: '' }));
    expect(result.current.content).toBe('ab');
    expect(readDraft('p1')).toBeUndefined();
    act(() => void vi.advanceTimersByTime(300));
    expect(readDraft('p1')?.content).toBe('ab');
  });

  test('the draft is written when the page is left', () => {
    const { result, unmount } = renderHook(() => useDocument('p1', undefined));
    act(() => result.current.change({ content: 'abc', filename: '' }));
    unmount();
    expect(readDraft('p1')?.content).toBe('abc');
  });
});

describe('with a stored PRD', () => {
  const stored = { content: '# Stored', filename: 'prd.md' };

  test('its text is shown until something is written, and again when that is discarded', () => {
    const { result } = renderHook(() => useDocument('p1', stored));
    expect(result.current).toMatchObject({ ...stored, isUnsaved: false });
    act(() => result.current.change({ content: '# New', filename: 'prd.md' }));
    expect(result.current).toMatchObject({ content: '# New', isUnsaved: true });
    act(() => result.current.discard());
    expect(result.current).toMatchObject({ ...stored, isUnsaved: false });
  });

  test('what is written back to it is not unsaved, and what is cleared is', () => {
    const { result } = renderHook(() => useDocument('p1', stored));
    act(() => result.current.change({ content: '', filename: 'prd.md' }));
    expect(result.current).toMatchObject({ content: '', isUnsaved: true });
    act(() => result.current.change(stored));
    expect(result.current.isUnsaved).toBe(false);
  });

  test('a draft that was stored needs no keeping, unless somebody wrote on', () => {
    const { result } = renderHook(() => useDocument('p1', stored));
    act(() => result.current.change({ content: '# New', filename: '' }));
    act(() => result.current.settle('# Older'));
    expect(result.current.content).toBe('# New');
    act(() => result.current.settle('# New'));
    expect(result.current.content).toBe('# Stored');
  });

  test('what was typed while a save ran stays, also for the function of the render in which Save was pressed', () => {
    const { result, unmount } = renderHook(() => useDocument('p1', stored));
    act(() => result.current.change({ content: '# New', filename: '' }));
    const { settle } = result.current;
    act(() => result.current.change({ content: '# New, and more', filename: '' }));
    act(() => settle('# New'));
    expect(result.current).toMatchObject({ content: '# New, and more', isUnsaved: true });
    unmount();
    expect(readDraft('p1')?.content).toBe('# New, and more');
  });
});

describe('a file', () => {
  const file = (bytes: BlobPart, name = 'prd.md') => readFile(new File([bytes], name));

  test('is markdown by its ending', async () => {
    expect(['a.md', 'A.MARKDOWN', 'a.txt', 'md', 'a.md.txt'].map(isMarkdownName)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(await file('x', 'a.txt')).toEqual({ refusal: 'Please upload a markdown file (.md or .markdown)' });
  });

  test('is text in UTF-8, or in UTF-16 that says so', async () => {
    expect(await file('# Ä')).toEqual({ content: '# Ä', filename: 'prd.md' });
    expect(await file(new Uint8Array([0xff, 0xfe, 0x23, 0, 0xc4, 0]))).toEqual({ content: '#Ä', filename: 'prd.md' });
  });

  test('that is not text is refused', async () => {
    const refusal = 'This file is not text. Drop a .md or .markdown file.';
    expect(await file(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toEqual({ refusal });
    expect(await file('a\0b')).toEqual({ refusal });
  });
});

test('sizes have one decimal, counts their words', () => {
  expect(sizeOf('a'.repeat(6_554))).toBe('6.4 KB');
  expect(sizeOf('ä')).toBe('0.0 KB');
  expect(countsOf('')).toEqual({ characters: '0 characters', lines: '0 lines' });
  expect(countsOf('a')).toEqual({ characters: '1 character', lines: '1 line' });
  expect(countsOf(`${'a'.repeat(1_000)}\nb`)).toEqual({ characters: '1,002 characters', lines: '2 lines' });
});
