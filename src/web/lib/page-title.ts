import { useEffect, useSyncExternalStore } from 'react';

/** A new object for every screen: compared by reference, equal titles of two screens differ. */
let told = { title: '' };
/** How much waits for a person here: in front of the title, and as a mark on the icon. */
let needs = 0;
const listeners = new Set<() => void>();

/** Sets the window title: usePageTitle('Tasks', 'Harbor API') reads "Tasks · Harbor API · Baton". */
export const usePageTitle = (...parts: string[]) => useFullTitle([...parts, 'Baton'].join(' · '));

export function useFullTitle(title: string) {
  useEffect(() => {
    told = { title };
    write();
    for (const tell of listeners) tell();
  }, [title]);
}

/**
 * "(2) Projects · Baton", and a mark on the tab's icon, while something waits for a person. Kept apart from the title that
 * is announced on navigation: a count that changes is announced by the list it belongs to.
 */
export function useNeedsMark(count: number) {
  useEffect(() => {
    mark(count);
    return () => mark(0);
  }, [count]);
}

function mark(count: number) {
  needs = count;
  write();
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = count > 0 ? '/favicon-needs-you.svg' : '/favicon.svg';
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}

function write() {
  if (told.title !== '') document.title = needs > 0 ? `(${needs}) ${told.title}` : told.title;
}

/** Changes by reference whenever a screen sets its title. */
export const useToldTitle = () => useSyncExternalStore(listen, () => told);

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
