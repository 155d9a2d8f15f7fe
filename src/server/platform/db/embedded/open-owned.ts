import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Opens a file for reading and writing without following symlinks; created by root, it is given to the folder's owner,
 * who may start Baton next time.
 */
export async function openOwned(path: string, flags = 0, mode = 0o600): Promise<FileHandle> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
  const file = await open(path, O_RDWR | O_CREAT | O_NOFOLLOW | flags, mode);
  if (process.getuid?.() === 0) {
    const folder = await stat(dirname(path));
    await file.chown(folder.uid, folder.gid);
  }
  return file;
}
