import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../error.ts';

/** A received upload: in memory where it is small, in a temporary file where it is not. */
export interface Kept {
  chunks: Uint8Array[];
  file: { descriptor: number; bytes: number } | undefined;
}

export interface KeptUpload {
  /** Returns a promise where the caller must wait for the disk (back-pressure). */
  add(chunk: Uint8Array): Promise<void> | undefined;
  finish(): Promise<Kept>;
  /** Frees everything, whatever the outcome. */
  release(): Promise<void>;
}

export interface UploadStore {
  open(): KeptUpload;
}

/** Kept in memory per upload, however large it is. */
const MEMORY_BYTES = 1024 * 1024;
/** Total of all uploads under way. */
const STORED_MAX = 2 * 1024 * 1024 * 1024;

/** Stores uploads while they arrive and are processed, in the data directory or else in the system's temporary one. */
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
          // Its failure was already reported to its waiter.
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

/** Unlinked as soon as it is open: however the process ends, the file is gone. */
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
