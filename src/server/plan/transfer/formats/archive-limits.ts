import { AppError } from '#server/platform/error.ts';

export const FILES_MAX = 5_000;
/** Longer than any system lets a path be that a person works with. */
export const PATH_MAX = 1_024;
export const UNPACKED_MAX = 64 * 1024 * 1024;

export const refuse = (sentence: string): AppError => new AppError('VALIDATION_ERROR', sentence);

export const tooLarge = (): AppError =>
  refuse('The archive holds more than 64 MiB unpacked; put only the backlog folder into it.');

export const tooMany = (): AppError =>
  refuse('The archive holds more than 5,000 files; put only the backlog folder into it.');

export const damaged = (): AppError => refuse('The archive is damaged or cut off; make it anew and try again.');

/** Takes the files of an archive in, within the bounds, and refuses names that would lead out of a folder. */
export function createUnpacked() {
  const files = new Map<string, Uint8Array>();
  let left = UNPACKED_MAX;
  let count = 0;
  return {
    files,
    add(name: string, bytes: Uint8Array): void {
      const path = safePath(name);
      count += 1;
      left -= bytes.length;
      if (count > FILES_MAX) throw tooMany();
      if (left < 0) throw tooLarge();
      if (path !== '' && !isClutter(path)) files.set(path, bytes);
    },
  };
}

function safePath(name: string): string {
  if (name.length > PATH_MAX) throw refuse('The archive holds a file whose path is longer than 1,024 characters.');
  const segments = name.replaceAll('\\', '/').split('/');
  if (name.includes('\0') || segments.includes('..') || segments[0] === '' || /^[A-Za-z]:/.test(name)) {
    throw refuse('The archive holds a file whose path leads out of its folder; it is not taken in.');
  }
  return segments.filter((segment) => segment !== '' && segment !== '.').join('/');
}

/** What a Mac puts beside every file. */
const isClutter = (path: string) => path.startsWith('__MACOSX/') || /(?:^|\/)(?:\._[^/]*|\.DS_Store)$/.test(path);
