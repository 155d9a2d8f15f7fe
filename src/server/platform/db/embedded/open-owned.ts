import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Opens a file for reading and writing, never through a link; when root has to make it, it belongs to the folder's owner, who may be the one to start Baton next time. */
export async function openOwned(path: string, flags = 0, mode = 0o600): Promise<FileHandle> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
  const file = await open(path, O_RDWR | O_CREAT | O_NOFOLLOW | flags, mode);
  if (process.getuid?.() === 0) {
    const folder = await stat(dirname(path));
    await file.chown(folder.uid, folder.gid);
  }
  return file;
}
