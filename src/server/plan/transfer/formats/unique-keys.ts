/** Hands out each key once; a second asking for it gets a key of its own, so that both items can stay. */
export function createKeys() {
  const taken = new Set<string>();
  const asked = new Map<string, number>();
  return {
    take(wanted: string): { key: string; isFirst: boolean } {
      if (!taken.has(wanted)) {
        taken.add(wanted);
        return { key: wanted, isFirst: true };
      }
      let copy = (asked.get(wanted) ?? 1) + 1;
      while (taken.has(`${wanted} (${copy})`)) copy += 1;
      asked.set(wanted, copy);
      const key = `${wanted} (${copy})`;
      taken.add(key);
      return { key, isFirst: false };
    },
  };
}
