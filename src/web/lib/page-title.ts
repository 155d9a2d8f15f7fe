import { useEffect } from 'react';

/** Sets the window title: usePageTitle('Tasks', 'Harbor API') reads "Tasks · Harbor API · Baton". */
export const usePageTitle = (...parts: string[]) => useFullTitle([...parts, 'Baton'].join(' · '));

export function useFullTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
