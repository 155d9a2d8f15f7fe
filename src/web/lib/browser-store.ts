/** Storage that may be closed (private windows, strict settings): reading then finds nothing, writing is forgotten. */
function storeIn(open: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: string, value: string): boolean {
      try {
        open().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key: string) {
      try {
        open().removeItem(key);
      } catch {
        // Nothing was kept, so nothing is left to remove.
      }
    },
  };
}

export const deviceStore = storeIn(() => localStorage);
export const tabStore = storeIn(() => sessionStorage);
