import { act, cleanup, render } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTreeWidth } from './use-tree-width.ts';

let tree: ReturnType<typeof useTreeWidth>;
const keep = (now: typeof tree) => {
  tree = now;
};
function Sample() {
  const panel = useRef<HTMLDivElement>(null);
  const width = useTreeWidth(panel);
  useLayoutEffect(() => keep(width));
  return (
    <div ref={panel}>
      {['Short', 'A title that is longer than its row'].map((title) => (
        <div key={title} role="treeitem" aria-selected={false} tabIndex={-1}>
          <span data-part="title">{title}</span>
        </div>
      ))}
    </div>
  );
}
const resizeWindow = (width: number) =>
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event('resize'));
  });

beforeEach(() => {
  localStorage.clear();
  window.innerWidth = 1440;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('starts with more room on a wider window, and leaves some to the panels beside it', () => {
  render(<Sample />);
  expect(tree.width).toBe(400);
  resizeWindow(1280);
  expect(tree.width).toBe(376);
  resizeWindow(900);
  expect([tree.width, tree.max]).toEqual([280, 380]);
});

test('is kept on this device, within the limits of the window', () => {
  const { unmount } = render(<Sample />);
  act(() => tree.change(700, false));
  expect(localStorage.getItem('baton-tree-width')).toBeNull();
  act(() => tree.change(700, true));
  unmount();
  render(<Sample />);
  expect(tree.width).toBe(700);
  resizeWindow(1024);
  expect(tree.width).toBe(504);
  resizeWindow(1440);
  expect(tree.width).toBe(700);
});

test.each(['', 'wide', '-5', '100000'])('a kept %j is none', (kept) => {
  localStorage.setItem('baton-tree-width', kept);
  render(<Sample />);
  expect(tree.width).toBe(400);
});

test('fits the longest row in sight, wider or narrower', () => {
  // A character is 8 px wide; a title has 100 px of a panel of 400 px.
  Range.prototype.getBoundingClientRect = function widthOf(this: Range) {
    return { width: this.toString().length * 8 } as DOMRect;
  };
  const room = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 400 } as DOMRect);
  render(<Sample />);
  act(() => tree.fit());
  expect(tree.width).toBe(400 + 35 * 8 - 100 + 4);
  expect(localStorage.getItem('baton-tree-width')).toBe(String(tree.width));
  room.mockReturnValue(300);
  act(() => tree.fit());
  expect(tree.width).toBe(400 + 35 * 8 - 300 + 4);
  room.mockReturnValue(-900);
  act(() => tree.fit());
  expect(tree.width).toBe(720);
});
