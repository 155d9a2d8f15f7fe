import { askBeforeLeaving } from '../leave-question.ts';

let running = 0;
const listeners = new Set<() => void>();

/** Whether an edit is still being sent or waits in the queue. */
export const isSaving = () => running > 0;

export function subscribeSaving(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function count(by: number) {
  running += by;
  for (const listener of listeners) listener();
}

/** Passes the result through. Until it settles, the page shows that it is saving and asks before it is closed. */
export async function untilSaved<T>(work: Promise<T>): Promise<T> {
  const release = askBeforeLeaving();
  count(1);
  try {
    return await work;
  } finally {
    release();
    count(-1);
  }
}
