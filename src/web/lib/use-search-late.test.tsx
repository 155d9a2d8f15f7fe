import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSearch } from './use-search.ts';

/** What the mocked router returns: the test decides when a navigation is rendered. */
let drawn: URLSearchParams;
const asked: string[] = [];
vi.mock('react-router', () => ({
  useSearchParams: () => [drawn, (next: URLSearchParams) => void asked.push(next.toString())],
}));

beforeEach(() => {
  drawn = new URLSearchParams('status=needs');
  asked.length = 0;
});

test('a step that is drawn late does not take back the one after it', () => {
  const { result, rerender } = renderHook(() => useSearch());
  const draw = (search: string) => {
    drawn = new URLSearchParams(search);
    rerender();
  };
  act(() => result.current[1]({ status: '' }));
  act(() => result.current[1]({ task: 'T10', answer: '1' }));
  draw('');
  act(() => result.current[1]({ answer: '' }));
  expect(asked, 'the task stays').toEqual(['', 'task=T10&answer=1', 'task=T10']);

  draw('task=T10');
  draw('task=T4');
  act(() => result.current[1]({ tab: 'files' }));
  expect(asked.at(-1), 'somebody went elsewhere').toBe('task=T4&tab=files');
});
