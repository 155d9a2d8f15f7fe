import { useCallback, useRef } from 'react';

/** Gives the focus to a button that was away while its editor was shown, when the editor says so. */
export function useReturnFocus() {
  const wanted = useRef(false);
  const ref = useCallback((button: HTMLElement | null) => {
    if (!button || !wanted.current) return;
    wanted.current = false;
    button.focus();
  }, []);
  const giveBack = useCallback((yes = true) => {
    wanted.current = yes;
  }, []);
  return [ref, giveBack] as const;
}
