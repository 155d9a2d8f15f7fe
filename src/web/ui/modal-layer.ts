import { useSyncExternalStore } from 'react';

const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Registers the topmost dialog, into which toasts are rendered; the returned function unregisters it. */
export function enterModalLayer(element: HTMLElement) {
  open.push(element);
  for (const listener of listeners) listener();
  return () => {
    open.splice(open.indexOf(element), 1);
    for (const listener of listeners) listener();
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useTopModal = () => useSyncExternalStore(subscribe, () => open.at(-1));
