/** Web storage may throw (private windows, strict settings): a read then gives null, a write is dropped. */
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
        // Storage is not accessible, so nothing was stored either.
      }
    },
  };
}

export const deviceStore = storeIn(() => localStorage);
export const tabStore = storeIn(() => sessionStorage);
