/** The first line in sight: told on every scroll, and read only by what shows it. */
export function createPlace() {
  let top = 1;
  const listeners = new Set<() => void>();
  return {
    get: () => top,
    set: (line: number) => {
      if (line === top) return;
      top = line;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Place = ReturnType<typeof createPlace>;
