import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file atomically: owner-only when private, else with the permissions of an existing file. */
export function writeWhole(file: string, text: string, options: { isPrivate?: boolean } = {}): void {
  const isPrivate = options.isPrivate === true;
  mkdirSync(dirname(file), { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) });
  const partial = `${file}.${process.pid}.part`;
  try {
    writeFileSync(partial, text, { mode: isPrivate ? 0o600 : 0o644, flag: 'wx' });
    const before = statSync(file, { throwIfNoEntry: false });
    if (before !== undefined && !isPrivate) chmodSync(partial, before.mode & 0o777);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
