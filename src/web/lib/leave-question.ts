import { useEffect } from 'react';

let reasons = 0;

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Until the returned function is called, the browser asks before the page is reloaded or closed (beforeunload). */
export function askBeforeLeaving(): () => void {
  reasons += 1;
  if (reasons === 1) window.addEventListener('beforeunload', ask);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    reasons -= 1;
    if (reasons === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** The same as a hook, while `active`. */
export function useLeaveQuestion(active: boolean): void {
  useEffect(() => (active ? askBeforeLeaving() : undefined), [active]);
}
