import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 720px)';

let media: MediaQueryList | undefined;

/** Environments without matchMedia (tests) count as wide. */
function query() {
  if (typeof matchMedia === 'function') media ??= matchMedia(QUERY);
  return media;
}

function subscribe(listener: () => void) {
  query()?.addEventListener('change', listener);
  return () => query()?.removeEventListener('change', listener);
}

/** Whether the window has room for one panel only. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
