/** Collapsed state as a default plus exceptions, so that collapsing a large plan stores nothing per row. */
export interface Folds {
  base: 'open' | 'folded';
  except: ReadonlySet<string>;
}

export const ALL_OPEN: Folds = { base: 'open', except: new Set() };
export const ALL_FOLDED: Folds = { base: 'folded', except: new Set() };

const KEPT_MAX = 5_000;

export const isFolded = ({ base, except }: Folds, id: string) => (base === 'folded') !== except.has(id);

/** Returns the same object if nothing changes (reference equality). */
export function setFolded(folds: Folds, ids: Iterable<string>, folded: boolean): Folds {
  const changing = [...ids].filter((id) => isFolded(folds, id) !== folded);
  if (changing.length === 0) return folds;
  const except = new Set(folds.except);
  for (const id of changing) if (!except.delete(id)) except.add(id);
  return { base: folds.base, except };
}

export function writeFolds({ base, except }: Folds) {
  return JSON.stringify({ base, except: [...except].slice(-KEPT_MAX) });
}

/** Falls back to everything open if the stored value is invalid. */
export function readFolds(text: string | null): Folds {
  if (text === null) return ALL_OPEN;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('except' in kept)) return ALL_OPEN;
    if (!Array.isArray(kept.except)) return ALL_OPEN;
    const except = kept.except.filter((id) => typeof id === 'string');
    return { base: kept.base === 'folded' ? 'folded' : 'open', except: new Set(except) };
  } catch {
    return ALL_OPEN;
  }
}
