import { type RefObject, useLayoutEffect } from 'react';

/** If the unmounted element has the focus, moves it to the page: otherwise it would be lost to the body. */
export function useRescuedFocus(holder: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = holder.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [holder]);
}
