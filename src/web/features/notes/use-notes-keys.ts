import { ArrowDownUp, ChevronsUpDown, NotebookPen, StickyNote } from 'lucide-react';
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
  useShortcut({ keys: 'n', label: 'Focus notes', group, icon: NotebookPen, run: focus });
  useTabKey('1', 'all', onTab);
  useTabKey('2', 'progress', onTab);
  useTabKey('3', 'files', onTab);
  useTabKey('4', 'findings', onTab);
  useTabKey('5', 'context', onTab);
  useShortcut({
    keys: 'o',
    label: 'Sort notes: newest or oldest first',
    group,
    icon: ArrowDownUp,
    run: () => onSort(sort === 'newest' ? 'oldest' : 'newest'),
  });
  useShortcut({ keys: 'e', label: 'Expand or collapse all notes', group, icon: ChevronsUpDown, run: toggleAll });
}

function useTabKey(keys: string, tab: NotesTab, onTab: (tab: NotesTab) => void) {
  useShortcut({ keys, label: `Notes: ${labelOf(tab)}`, group, icon: StickyNote, run: () => onTab(tab) });
}
