export interface LiveStatus {
  state: 'connecting' | 'connected' | 'error' | 'off';
  message?: string;
  /** When the plan last changed, in milliseconds. */
  lastUpdate?: number;
}

const OFF: LiveStatus = { state: 'off' };
const statuses = new Map<string, LiveStatus>();
const retries = new Map<string, () => void>();
const listeners = new Set<() => void>();

export const getLiveStatus = (projectId: string) => statuses.get(projectId) ?? OFF;

export function subscribeLiveStatus(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes the follower of a project reconnect and check the server at once. */
export const retryLive = (projectId: string) => retries.get(projectId)?.();

/** Opens the connection status of one project, from the moment its feed is followed. */
export function openLiveStatus(projectId: string, retry: () => void) {
  let line: LiveStatus = { state: 'connecting' };
  let refused: string | undefined;
  let lastUpdate: number | undefined;
  const tell = () => {
    const shown: LiveStatus =
      refused === undefined || line.state === 'off' ? line : { state: 'error', message: refused };
    statuses.set(projectId, { ...shown, ...(lastUpdate !== undefined && { lastUpdate }) });
    for (const listener of listeners) listener();
  };
  retries.set(projectId, retry);
  tell();
  return {
    line(next: LiveStatus) {
      line = next;
      tell();
    },
    /** Result of the connectivity check: its error hides an open connection until a check succeeds. */
    checked(message: string | undefined) {
      if (refused === message) return;
      refused = message;
      tell();
    },
    updated(at: number) {
      lastUpdate = at;
      tell();
    },
    close() {
      if (retries.get(projectId) === retry) {
        retries.delete(projectId);
        statuses.delete(projectId);
      }
      for (const listener of listeners) listener();
    },
  };
}
