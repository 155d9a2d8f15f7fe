import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listShortcuts, registerShortcut, type Shortcut, singleKeysOn, subscribeShortcuts } from './shortcuts.ts';

/** Keeps a shortcut in the registry while the component is shown; null registers nothing. */
export function useShortcut(shortcut: Shortcut | null) {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const { keys, label, group, inInputs, inDialogs } = shortcut ?? {};
  useEffect(() => {
    if (keys === undefined || label === undefined) return undefined;
    return registerShortcut({
      keys,
      label,
      ...(group !== undefined && { group }),
      ...(inInputs !== undefined && { inInputs }),
      ...(inDialogs !== undefined && { inDialogs }),
      run: () => latest.current?.run(),
    });
  }, [keys, label, group, inInputs, inDialogs]);
}

export const useShortcutList = () => useSyncExternalStore(subscribeShortcuts, listShortcuts);
export const useSingleKeysOn = () => useSyncExternalStore(subscribeShortcuts, singleKeysOn);
