import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What the current page or the selected task offers in the command menu besides its shortcuts. */
export interface PageAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** The shortcut that does the same: shown beside the label, and not listed a second time. */
  keys?: string;
  run: () => unknown;
}

export interface PageActions {
  /** Such as the name of the selected task; without it the actions belong to the whole page. */
  title?: string | undefined;
  actions: readonly PageAction[];
}

const registry: { current: PageActions }[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly PageActions[] = [];

function changed() {
  snapshot = registry.map(({ current }) => current);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Offers these actions while the component is mounted. */
export function usePageActions({ title, actions }: PageActions) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  // Functions and icons are new on every render; the entries change only with their words.
  const words = JSON.stringify(actions.map(({ id, label, keys }) => [id, label, keys]));
  useEffect(() => {
    const entry = {
      current: {
        title,
        actions: latest.current.map((action) => ({
          ...action,
          run: () => latest.current.find(({ id }) => id === action.id)?.run(),
        })),
      },
    };
    registry.push(entry);
    changed();
    return () => {
      registry.splice(registry.indexOf(entry), 1);
      changed();
    };
  }, [title, words]);
}

export const usePageActionList = () => useSyncExternalStore(subscribe, () => snapshot);
