import type { QueryClient } from '@tanstack/react-query';

/** Keeps, for each project, the changes that were asked for and are not confirmed yet, in the order they were made. */
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
    /** Shows a change until the returned function is called: after its answer, or when it failed. */
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
