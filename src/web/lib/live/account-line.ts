import { useSyncExternalStore } from 'react';

let lostAt: number | undefined;
const listeners = new Set<() => void>();

function set(next: number | undefined): void {
  if (lostAt === next) return;
  lostAt = next;
  for (const listener of listeners) listener();
}

/** Whether the account's stream is open. */
export const accountLine = {
  lost: () => set(lostAt ?? Date.now()),
  open: () => set(undefined),
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Since when what the account's stream tells is missing, in milliseconds; undefined while it is open. */
export const useAccountLost = () => useSyncExternalStore(subscribe, () => lostAt);
