import type { QueryClient } from '@tanstack/react-query';

/** Optimistic updates of each project that are not confirmed yet, in the order they were made. */
export function patchStore<Patch>() {
  const none: readonly Patch[] = [];
  const patches = new WeakMap<QueryClient, Map<string, readonly Patch[]>>();
  const listeners = new Set<() => void>();

  const list = (cache: QueryClient, projectId: string) => patches.get(cache)?.get(projectId) ?? none;
  const set = (cache: QueryClient, projectId: string, next: readonly Patch[]) => {
    const ofCache = patches.get(cache) ?? new Map<string, readonly Patch[]>();
    patches.set(cache, ofCache);
    if (next.length > 0) ofCache.set(projectId, next);
    else ofCache.delete(projectId);
    for (const listener of listeners) listener();
  };

  return {
    list,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Applies an optimistic update; the returned function removes it, after its answer or as a rollback. */
    add: (cache: QueryClient, projectId: string, patch: Patch) => {
      set(cache, projectId, [...list(cache, projectId), patch]);
      return () =>
        set(
          cache,
          projectId,
          list(cache, projectId).filter((each) => each !== patch),
        );
    },
  };
}
