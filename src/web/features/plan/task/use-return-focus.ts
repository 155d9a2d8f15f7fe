import { useCallback, useRef } from 'react';

/** Returns the focus to a button that was unmounted while its editor was open, if the editor asks for it. */
export function useReturnFocus() {
  const wanted = useRef(false);
  const ref = useCallback((button: HTMLElement | null) => {
    if (!button || !wanted.current) return;
    wanted.current = false;
    button.focus();
  }, []);
  const returnFocus = useCallback((yes = true) => {
    wanted.current = yes;
  }, []);
  return [ref, returnFocus] as const;
}
