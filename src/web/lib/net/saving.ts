import { askBeforeLeaving } from '../leave-question.ts';

let running = 0;
const listeners = new Set<() => void>();

/** Whether anything that was changed is still on its way to the server, or waits for its turn. */
export const isSaving = () => running > 0;

export function subscribeSaving(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function count(by: number) {
  running += by;
  for (const listener of listeners) listener();
}

/** Answers what the work answers. Until then the page says that it is saving, and asks before it is left. */
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
