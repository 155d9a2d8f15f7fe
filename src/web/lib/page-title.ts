import { useEffect, useSyncExternalStore } from 'react';

/** Told anew by every screen, so that the same words of another screen are another title. */
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

/** The last title that a screen has set. */
export const useToldTitle = () => useSyncExternalStore(listen, () => told);

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
