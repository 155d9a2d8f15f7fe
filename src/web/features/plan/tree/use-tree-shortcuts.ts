import { CornerDownRight, Plus } from 'lucide-react';
import type { RefObject } from 'react';
import type { PageShortcut, Shortcut } from '#web/lib/keys/shortcuts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import type { MoveStep } from './places.ts';
import type { TreeRow } from './tree-row.ts';
import type { TreeEdits } from './use-tree-edits.ts';

const GROUP = 'Task Tree';

interface TreeReach {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  index: number;
  selectedId: string | undefined;
  isInside: () => boolean;
  goTo: (index: number, take: boolean) => void;
  edits: TreeEdits;
  /** False if no task is marked. */
  removeMarked: () => unknown;
}

/** The tree's entries in the shortcut registry. Those that edit act on the focused row only. */
export function useTreeShortcuts({ tree, rows, index, selectedId, isInside, goTo, edits, removeMarked }: TreeReach) {
  const within = () => tree.current;
  const onRow = (act: (id: string) => void) => () => {
    const id = rows[index]?.id;
    return id === undefined ? false : act(id);
  };
  /** With the focus outside the tree the new task is placed beside the selected one. */
  const add = (where: 'after' | 'below') => () => {
    const id = isInside() ? rows[index]?.id : (selectedId ?? rows[index]?.id);
    return id === undefined ? false : edits.add(id, where);
  };
  const step = (to: MoveStep) => onRow((id) => edits.step(id, to));
  const here = (keys: string, label: string, run: Shortcut['run'], more: Partial<Shortcut> = {}): PageShortcut => ({
    keys,
    label,
    group: GROUP,
    within,
    run,
    ...more,
  });
  // Inside the tree its keydown handler has handled these already; from elsewhere they move the focus into it.
  useShortcut({ keys: 'j', label: 'Next row', group: GROUP, keyOnly: true, run: () => goTo(index, true) });
  useShortcut({ keys: 'k', label: 'Previous row', group: GROUP, keyOnly: true, run: () => goTo(index, true) });
  useShortcut({ keys: 'a', also: ['insert'], label: 'Add task after', group: GROUP, icon: Plus, run: add('after') });
  useShortcut({ keys: 'shift+a', label: 'Add subtask', group: GROUP, icon: CornerDownRight, run: add('below') });
  useShortcut(
    here(
      'f2',
      'Rename',
      onRow((id) => edits.rename(id)),
    ),
  );
  useShortcut(
    here(
      'delete',
      'Delete',
      onRow((id) => (removeMarked() === false ? edits.remove(id) : undefined)),
    ),
  );
  useShortcut(here('alt+arrowup', 'Move up', step('up'), { repeats: true }));
  useShortcut(here('alt+arrowdown', 'Move down', step('down'), { repeats: true }));
  useShortcut(here('alt+arrowright', 'Move under the task above', step('in')));
  useShortcut(here('alt+arrowleft', 'Move out one level', step('out')));
}
