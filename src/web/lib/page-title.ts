import { useEffect, useSyncExternalStore } from 'react';

/** A new object for every screen: compared by reference, equal titles of two screens differ. */
let told = { title: '' };
const listeners = new Set<() => void>();

/** Sets the window title: usePageTitle('Tasks', 'Harbor API') reads "Tasks · Harbor API · Baton". */
export const usePageTitle = (...parts: string[]) => useFullTitle([...parts, 'Baton'].join(' · '));

export function useFullTitle(title: string) {
  useEffect(() => {
    document.title = title;
    told = { title };
    for (const tell of listeners) tell();
  }, [title]);
}

/** Changes by reference whenever a screen sets its title. */
export const useToldTitle = () => useSyncExternalStore(listen, () => told);

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
