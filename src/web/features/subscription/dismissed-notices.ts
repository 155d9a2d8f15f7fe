import { useSyncExternalStore } from 'react';
import { deviceStore } from '#web/lib/browser-store.ts';
import { getSession } from '#web/lib/session/session.ts';

/** Past periods do not return, so only the last dismissals are kept. */
const KEPT = 30;

const listeners = new Set<() => void>();
const nothing: readonly string[] = [];
let read: { from: string | null; keys: readonly string[] } = { from: null, keys: nothing };

/** Per account: several people may use one browser. */
function place() {
  const session = getSession();
  return `baton-dismissed-notices:${session.status === 'signed-in' ? session.userId : ''}`;
}

function snapshot(): readonly string[] {
  const from = deviceStore.read(place());
  if (from !== read.from) read = { from, keys: parse(from) };
  return read.keys;
}

function parse(text: string | null): readonly string[] {
  try {
    const keys: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : nothing;
  } catch {
    return nothing;
  }
}

/** Fallback in memory, per account, where storage is not accessible: the notice stays dismissed until the page is reloaded. */
const inMemory = new Map<string, readonly string[]>();

export function dismissNotice(key: string) {
  const keys = [...snapshot().filter((each) => each !== key), key].slice(-KEPT);
  if (!deviceStore.write(place(), JSON.stringify(keys)))
    inMemory.set(place(), [...(inMemory.get(place()) ?? nothing), key]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useDismissed(): (key: string) => boolean {
  const keys = useSyncExternalStore(subscribe, snapshot);
  const lost = useSyncExternalStore(subscribe, () => inMemory.get(place()) ?? nothing);
  return (key) => keys.includes(key) || lost.includes(key);
}
