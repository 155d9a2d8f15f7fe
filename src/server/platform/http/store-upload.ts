import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../error.ts';

/** What came of an upload: in memory where it is small, in a file of its own where it is not. */
export interface Kept {
  chunks: Uint8Array[];
  file: { descriptor: number; bytes: number } | undefined;
}

export interface KeptUpload {
  /** Answers where it has to be waited for: then what was given so far is on its way to the disk. */
  add(chunk: Uint8Array): Promise<void> | undefined;
  finish(): Promise<Kept>;
  /** Whatever became of it: nothing of it stays. */
  release(): Promise<void>;
}

export interface UploadStore {
  open(): KeptUpload;
}

/** What is held in memory of each, however large it is. */
const MEMORY_BYTES = 1024 * 1024;
/** What all that are under way may have together, whoever sent them. */
const STORED_MAX = 2 * 1024 * 1024 * 1024;

/** Keeps uploads while they arrive and are worked on, in the data folder, or where that is not used in the system's own. */
export function createUploadStore(directory: string, { most = STORED_MAX } = {}): UploadStore {
  let held = 0;
  return {
    open() {
      let batch: Uint8Array[] = [];
      let batched = 0;
      let bytes = 0;
      let file: FileHandle | undefined;
      let writing: Promise<void> | undefined;
      const flush = async () => {
        const full = Buffer.concat(batch);
        batch = [];
        batched = 0;
        file ??= await openUnnamed([directory, tmpdir()]);
        await file.writeFile(full);
      };
      return {
        add(chunk) {
          if (held + chunk.byteLength > most) throw busy();
          held += chunk.byteLength;
          bytes += chunk.byteLength;
          batch.push(chunk);
          batched += chunk.byteLength;
          if (batched < MEMORY_BYTES) return undefined;
          writing = flush();
          return writing;
        },
        async finish() {
          await writing;
          if (file === undefined) return { chunks: batch, file };
          await flush();
          return { chunks: [], file: { descriptor: file.fd, bytes } };
        },
        async release() {
          // What went wrong with it was told to whoever waited for it.
          await writing?.catch(() => undefined);
          held -= bytes;
          bytes = 0;
          batch = [];
          await file?.close();
          file = undefined;
        },
      };
    },
  };
}

/** Its name is taken away as soon as it is open: when the process ends, however it ends, the file is gone. */
async function openUnnamed(directories: readonly string[]): Promise<FileHandle> {
  let failure: unknown;
  for (const directory of directories)
    try {
      const path = join(directory, `.upload-${randomUUID()}`);
      const file = await open(path, 'wx+', 0o600);
      await unlink(path);
      return file;
    } catch (error) {
      failure = error;
    }
  throw failure;
}

const busy = () =>
  new AppError('INTERNAL_ERROR', 'Many large files are arriving right now. Try again in a moment.', {
    code: 'SERVER_BUSY',
    status: 503,
    retryAfterSeconds: 10,
  });
