import type { StorageUse } from '#contract/subscription.ts';
import { formatStorage } from '#web/lib/format-storage.ts';

const MB = 1_000_000;

const NAMES: readonly [keyof StorageUse, string][] = [
  ['plan', 'plans'],
  ['notes', 'notes'],
  ['prds', 'PRDs'],
  ['checkpoints', 'checkpoints'],
  ['deleted', 'deleted'],
];

/** A limit, without rounding. */
export const formatAllowed = (bytes: number) => `${(bytes / MB).toLocaleString('en-US')} MB`;

/** Largest parts first; empty ones are left out. */
export function describeStorage(storage: StorageUse): string {
  const parts = NAMES.filter(([name]) => storage[name] > 0).toSorted(([a], [b]) => storage[b] - storage[a]);
  if (parts.length === 0) return 'Nothing is stored yet.';
  const words = parts.map(([name, word]) => `${word} ${formatStorage(storage[name])}`).join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
