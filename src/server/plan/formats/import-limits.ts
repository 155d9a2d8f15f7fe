import { AppError } from '#server/platform/error.ts';

const most = { tasks: 50_000, notes: 100_000, dependencies: 100_000 };

/** A plan is read and written in one go; a file far larger than any plan would hold the server up for all others. */
export function requireRoom(what: keyof typeof most, count: number): void {
  if (count <= most[what]) return;
  throw new AppError(
    'VALIDATION_ERROR',
    `The file holds more than ${most[what].toLocaleString('en-US')} ${what}; split it and import the parts one by one.`,
  );
}
