import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listShortcuts, type PageShortcut, registerShortcut, singleKeysOn, subscribeShortcuts } from './shortcuts.ts';

/** Registers a shortcut while the component is mounted; null registers nothing. */
export function useShortcut(shortcut: PageShortcut | null) {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const { keys, label, group, icon, keyOnly, inInputs, inDialogs, repeats, priority } = shortcut ?? {};
  const also = shortcut?.also?.join('\n');
  const scoped = shortcut?.within !== undefined;
  useEffect(() => {
    if (keys === undefined || label === undefined) return undefined;
    return registerShortcut({
      keys,
      label,
      ...(also !== undefined && { also: also.split('\n') }),
      ...(group !== undefined && { group }),
      ...(icon !== undefined && { icon }),
      ...(keyOnly !== undefined && { keyOnly }),
      ...(inInputs !== undefined && { inInputs }),
      ...(inDialogs !== undefined && { inDialogs }),
      ...(repeats !== undefined && { repeats }),
      ...(priority !== undefined && { priority }),
      ...(scoped && { within: () => latest.current?.within?.() ?? null }),
      run: (event) => latest.current?.run(event),
    });
  }, [keys, also, label, group, icon, keyOnly, inInputs, inDialogs, repeats, priority, scoped]);
}

export const useShortcutList = () => useSyncExternalStore(subscribeShortcuts, listShortcuts);
export const useSingleKeysOn = () => useSyncExternalStore(subscribeShortcuts, singleKeysOn);
