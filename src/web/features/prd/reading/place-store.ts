/** External store of the first visible line: it changes on every scroll, and only its subscribers render. */
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
