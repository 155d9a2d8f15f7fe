import { ApiError } from './api-error.ts';

export interface Maintenance {
  message: string;
  /** Seconds until it is worth asking again. */
  retryAfter: number;
}

const ASK_AGAIN = 30;
let current: Maintenance | undefined;
const listeners = new Set<() => void>();

export const isMaintenance = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errorType === 'MAINTENANCE';

export const getMaintenance = () => current;

export function subscribeMaintenance(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: Maintenance | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

/** The administrator's message stands in for the whole app until the server answers again. */
export function enterMaintenance(message: string, retryAfter = ASK_AGAIN) {
  if (current?.message === message) return;
  set({ message, retryAfter: Math.min(Math.max(retryAfter, 1), ASK_AGAIN) });
}

export function leaveMaintenance() {
  if (current) set(undefined);
}
