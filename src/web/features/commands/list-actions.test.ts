import { expect, test, vi } from 'vitest';
import type { Shortcut } from '#web/lib/keys/shortcuts.ts';
import { listActions } from './list-actions.ts';

const shortcut = (keys: string, label: string, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label,
  run: () => {},
  ...more,
});
const labels = (shortcuts: Shortcut[]) => listActions(shortcuts).map(({ label }) => label);

test('of equal keys the one with the higher priority is listed, whenever it was registered', () => {
  expect(labels([shortcut('z', 'Undo the last role', { priority: 1 }), shortcut('z', 'Undo')])).toEqual([
    'Undo the last role',
  ]);
});

test('of equal keys and priorities the one registered last is listed, in the place of the first', () => {
  expect(labels([shortcut('b', 'Older'), shortcut('c', 'Other'), shortcut('b', 'Newer')])).toEqual(['Newer', 'Other']);
});

test('an action that does not apply leaves the key to the next one', () => {
  const undo = vi.fn<() => void>();
  const [action] = listActions([
    shortcut('z', 'Undo', { run: undo }),
    shortcut('z', 'Undo the last role', { priority: 1, run: () => false }),
  ]);
  expect(action?.run()).toBe(true);
  expect(undo).toHaveBeenCalledOnce();
});

test('keys of the menu itself, of one element and of use only as keys are left out', () => {
  expect(
    labels([
      shortcut('mod+k', 'Command menu'),
      shortcut('escape', 'Clear'),
      shortcut('f2', 'Rename', { within: () => null }),
      shortcut('j', 'Next row', { keyOnly: true }),
    ]),
  ).toEqual([]);
});
