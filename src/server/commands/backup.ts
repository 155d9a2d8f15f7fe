import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { audit } from '../auth/index.ts';
import { writeBackup } from '../platform/backup/index.ts';
import type { Context } from '../platform/context.ts';
import { StartError } from '../platform/start-error.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

export async function backup([file, ...rest]: string[]): Promise<number> {
  if (file === undefined || rest.length > 0) throw new UsageError();
  // Written to a temporary file beside its target and renamed, which is atomic: a file with the wanted name is always
  // complete, and ours.
  const partial = `${file}.${randomBytes(6).toString('hex')}.part`;
  await withServices('backup', async (ctx) => {
    try {
      await pipeline(
        writeBackup(ctx.database.pool, ctx.now()),
        createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }),
      );
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw explain(error, file);
    }
    await noteBackup(ctx, (await stat(file)).size);
  });
  console.log(
    `Everything is in ${file} (${((await stat(file)).size / 1024).toFixed(1)} KB). It holds no signing secret: keep BATON_SECRET, or the file "secret" of the data directory, as well.`,
  );
  return 0;
}

/** By the audit log the console knows when the last backup was taken. The backup itself is good without the note. */
async function noteBackup(ctx: Context, bytes: number): Promise<void> {
  const entry = { action: 'backup.written', subject: 'database', detail: { bytes } };
  await ctx.db
    .transaction((tx) => audit(ctx, tx, entry))
    .catch((error: unknown) =>
      ctx.log.warn({ reason: String(error) }, 'the backup could not be noted in the audit log'),
    );
}

function explain(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENOSPC') {
    return new StartError(
      `The backup cannot be written to ${file} (${code}). Name a file in a directory you can write to.`,
    );
  }
  return error;
}
