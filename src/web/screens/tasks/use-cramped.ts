import { useSyncExternalStore } from 'react';

/** Too narrow for one pill per agent in the project bar. */
const QUERY = '(max-width: 1240px)';

export const useCramped = () => useSyncExternalStore(subscribe, isCramped, () => false);

const isCramped = () => typeof matchMedia === 'function' && matchMedia(QUERY).matches;

function subscribe(listener: () => void) {
  if (typeof matchMedia !== 'function') return () => {};
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
