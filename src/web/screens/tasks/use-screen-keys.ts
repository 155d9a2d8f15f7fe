import { CircleHelp, Crosshair, PanelLeft, PanelRight } from 'lucide-react';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import type { PlanFilters, PlanView } from '#web/features/plan/index.ts';
import { isFiltering } from '#web/features/plan/index.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';

interface ScreenReach {
  plan: PlanView;
  selectedId: string | undefined;
  filters: PlanFilters;
  select: (taskId: string | undefined) => void;
  /** Selects a task that needs a person, with the focus in its question. */
  answer: (taskId: string) => void;
  clearFilters: () => void;
  toggleTree: () => void;
  toggleNotes: () => void;
}

/**
 * Shortcuts of the whole screen. Escape first closes open dialogs and menus, which handle it themselves, then clears
 * the filter, then the selection.
 */
export function useScreenKeys({
  plan,
  selectedId,
  filters,
  select,
  answer,
  clearFilters,
  toggleTree,
  toggleNotes,
}: ScreenReach) {
  const group = 'Tasks';
  const goToBaton = () => {
    const held = plan.batons.map(({ task_id }) => task_id);
    const next = held[(held.findIndex((id) => id === selectedId) + 1) % held.length];
    return next === undefined ? false : select(next);
  };
  const goToQuestion = () => {
    const needs = plan.needsYou().map(({ id }) => id);
    const next = needs[(needs.findIndex((id) => id === selectedId) + 1) % needs.length];
    return next === undefined ? false : answer(next);
  };
  useShortcut({ keys: 'q', label: QUESTION_TEXTS.next, group, icon: CircleHelp, run: goToQuestion });
  useShortcut({ keys: 'b', label: 'Go to the baton', group, icon: Crosshair, run: goToBaton });
  useShortcut({ keys: '[', label: 'Collapse or expand the task tree', group, icon: PanelLeft, run: toggleTree });
  useShortcut({ keys: ']', label: 'Collapse or expand the notes panel', group, icon: PanelRight, run: toggleNotes });
  useShortcut({
    keys: 'escape',
    label: 'Clear the filter',
    keyOnly: true,
    group,
    priority: 2,
    run: () => (isFiltering(filters) ? clearFilters() : false),
  });
  useShortcut({
    keys: 'escape',
    label: 'Clear the selection',
    keyOnly: true,
    group,
    priority: 1,
    run: () => (selectedId === undefined ? false : select(undefined)),
  });
}
