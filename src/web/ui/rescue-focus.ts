import { type RefObject, useLayoutEffect } from 'react';

/** When what is removed had the focus, the page gets it: otherwise the next key would start again at the top. */
export function useRescuedFocus(holder: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = holder.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [holder]);
}
