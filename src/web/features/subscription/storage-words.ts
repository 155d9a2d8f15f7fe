import type { StorageUse } from '#contract/subscription.ts';

const MB = 1_000_000;

/** "0.4 MB", "12 MB": of 1,000,000 bytes, like the limits of the plans. */
export function formatMb(bytes: number): string {
  const value = bytes / MB;
  const digits = value > 0 && value < 10 ? 1 : 0;
  const shown = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${value > 0 && value < 0.05 ? 'Under 0.1' : shown} MB`;
}

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
  const words = parts.map(([name, word]) => `${word} ${formatMb(storage[name]).replace('Under', 'under')}`).join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
