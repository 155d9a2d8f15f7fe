import { ArrowDown, ArrowUp, ChevronsUpDown, Crosshair } from 'lucide-react';
import type { RefObject } from 'react';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';

const GROUP = T.title;

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  onUnfold: (id: string) => void;
  onUnfoldAll: () => void;
}

/** J K between rows, arrows unfold notes, brackets between days, B to the baton. */
export function useListKeys({ list, onUnfold, onUnfoldAll }: ListKeys) {
  const all = (selector: string) => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-entry]') ?? undefined;

  const step = (by: 1 | -1) => {
    const rows = all('[data-entry]');
    const at = rows.findIndex((row) => row === focusedRow());
    show(at < 0 ? rows[0] : (rows[at + by] ?? rows[at]));
  };
  /** The head of the day before or after the one that has the focus; without focus, the first. */
  const stepDay = (by: 1 | -1) => {
    const days = all('[data-day]');
    const at = days.findIndex((day) => day.contains(document.activeElement));
    const day = at < 0 ? days[0] : days[at + by];
    show(day?.querySelector<HTMLElement>('[aria-expanded]') ?? undefined);
  };
  const turn = (from: 'open' | 'folded') => {
    const row = focusedRow();
    if (row?.dataset['notes'] !== from) return false;
    onUnfold(row.dataset['entry'] ?? '');
    return true;
  };

  useShortcut({ keys: 'j', label: 'Next row', group: GROUP, keyOnly: true, repeats: true, run: () => step(1) });
  useShortcut({ keys: 'k', label: 'Previous row', group: GROUP, keyOnly: true, repeats: true, run: () => step(-1) });
  useShortcut({ keys: 'arrowright', label: 'Unfold notes', group: GROUP, keyOnly: true, run: () => turn('folded') });
  useShortcut({ keys: 'arrowleft', label: 'Fold notes', group: GROUP, keyOnly: true, run: () => turn('open') });
  useShortcut({ keys: 'e', label: 'Unfold or fold all notes', group: GROUP, icon: ChevronsUpDown, run: onUnfoldAll });
  useShortcut({ keys: '[', label: 'Earlier day', group: GROUP, icon: ArrowDown, run: () => stepDay(1) });
  useShortcut({ keys: ']', label: 'Later day', group: GROUP, icon: ArrowUp, run: () => stepDay(-1) });
  useShortcut({
    keys: 'b',
    label: 'Go to the baton',
    group: GROUP,
    icon: Crosshair,
    run: () => {
      const [row] = all('[data-kind=held]');
      show(row);
      return row !== undefined;
    },
  });
}

/** Focuses an element, and scrolls only as far as needed. */
export function show(element: HTMLElement | undefined) {
  if (!element) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}
