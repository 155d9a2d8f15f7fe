import { ArrowDown, ArrowUp, ChevronsUpDown, FileDiff, ListTree, Save, Search, Shuffle, Undo2 } from 'lucide-react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import type { PageShortcut } from '#web/lib/keys/shortcuts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import type { PrdUrl } from './use-prd-url.ts';
import type { Workbench } from './use-workbench.ts';

interface Keys {
  bench: Workbench;
  url: PrdUrl;
  save: () => void;
  start: () => unknown;
}

const GROUP = 'PRD';

/** Shortcuts of the whole screen; those that plan or save are not offered to whoever may only look. */
export function usePrdKeys({ bench, url, save, start }: Keys) {
  const { places, folds, finding, roles } = bench;
  const looksOnly = useLooksOnly();
  const allowed = (shortcut: PageShortcut) => (looksOnly ? null : shortcut);
  useShortcut({ keys: 'u', label: 'Next unsure line', group: GROUP, icon: ArrowDown, run: () => places.nextUnsure(1) });
  useShortcut({
    keys: 'shift+u',
    label: 'Previous unsure line',
    group: GROUP,
    icon: ArrowUp,
    run: () => places.nextUnsure(-1),
  });
  useShortcut(
    allowed({
      keys: 'm',
      label: 'Next way to plan',
      group: GROUP,
      icon: Shuffle,
      run: url.nextWay,
    }),
  );
  useShortcut(
    allowed({
      keys: 'd',
      label: T.seeChanges,
      group: GROUP,
      icon: FileDiff,
      run: () => (bench.hasPlan ? start() : false),
    }),
  );
  useShortcut(
    allowed({
      keys: 'mod+enter',
      label: bench.hasPlan ? T.update : T.generate,
      group: GROUP,
      icon: ListTree,
      inInputs: true,
      run: start,
    }),
  );
  useShortcut(allowed({ keys: 'mod+s', label: 'Save the PRD', group: GROUP, icon: Save, inInputs: true, run: save }));
  useShortcut({
    keys: 'e',
    label: 'Fold or unfold all sections',
    group: GROUP,
    icon: ChevronsUpDown,
    run: () => (url.view === 'read' && folds.canFold ? folds.toggleAll() : false),
  });
  useShortcut({
    keys: '/',
    label: 'Find in the document',
    group: GROUP,
    icon: Search,
    run: () => {
      if (url.view !== 'read') url.setView('read');
      finding.open();
    },
  });
  // Undo in reverse order: `roles.undo` returns false if an undoable toast is newer.
  useShortcut(
    allowed({ keys: 'z', label: 'Undo the last role', group: GROUP, icon: Undo2, priority: 1, run: roles.undo }),
  );
  useShortcut({
    keys: 'escape',
    label: 'Show all lines',
    keyOnly: true,
    group: GROUP,
    run: () => (url.filter.size > 0 ? url.setFilter(new Set()) : false),
  });
}
