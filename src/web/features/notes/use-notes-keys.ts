import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { labelOf, type NotesSort, type NotesTab } from './tabs.ts';

const group = 'Notes';

export interface NotesKeys {
  focus: () => void;
  onTab: (tab: NotesTab) => void;
  sort: NotesSort;
  onSort: (sort: NotesSort) => void;
  toggleAll: () => void;
}

export function useNotesKeys({ focus, onTab, sort, onSort, toggleAll }: NotesKeys) {
  useShortcut({ keys: 'n', label: 'Focus notes', group, run: focus });
  useTabKey('1', 'all', onTab);
  useTabKey('2', 'progress', onTab);
  useTabKey('3', 'files', onTab);
  useTabKey('4', 'findings', onTab);
  useTabKey('5', 'context', onTab);
  useShortcut({
    keys: 'o',
    label: `${NOTE_TEXTS.newestFirst} / ${NOTE_TEXTS.oldestFirst}`,
    group,
    run: () => onSort(sort === 'newest' ? 'oldest' : 'newest'),
  });
  useShortcut({ keys: 'e', label: `${NOTE_TEXTS.expandAll} / ${NOTE_TEXTS.collapseAll}`, group, run: toggleAll });
}

function useTabKey(keys: string, tab: NotesTab, onTab: (tab: NotesTab) => void) {
  useShortcut({ keys, label: `Notes: ${labelOf(tab)}`, group, run: () => onTab(tab) });
}
