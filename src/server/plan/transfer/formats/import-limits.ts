import { AppError } from '#server/platform/error.ts';

/** What a plan can hold at most; a file with more could never come in. */
export const IMPORT_LIMITS = { tasks: 10_000, notes: 20_000, dependencies: 50_000, checks: 500_000 };

/** A plan is read and written in one go: what cannot come in is refused before work on it holds up all others. */
export function requireRoom(what: keyof typeof IMPORT_LIMITS, count: number): void {
  const most = IMPORT_LIMITS[what];
  if (count <= most) return;
  throw new AppError(
    'VALIDATION_ERROR',
    `The file holds more than ${most.toLocaleString('en-US')} ${what}; split it and import the parts one by one.`,
  );
}

export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
