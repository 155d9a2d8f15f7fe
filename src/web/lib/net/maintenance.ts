import { ApiError } from './api-error.ts';

export interface Maintenance {
  message: string;
}

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

/** The administrator's message replaces the whole app until the server answers normally again. */
export function enterMaintenance(message: string) {
  if (current?.message !== message) set({ message });
}

export function leaveMaintenance() {
  if (current) set(undefined);
}
