import { once } from 'node:events';
import { Transform, pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { EVERYBODY, isAdministratorLive, requireAdministrator } from '#server/auth/index.ts';
import { writeBackup } from '#server/platform/backup/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { guard, setTimeout } from '#server/platform/guard.ts';
import type { Download } from '#server/platform/http/download.ts';
import { recordAction } from '../record-action.ts';
import type { RunLater } from '../run-later.ts';
import { BACKUP_STALL_MS, STALLED, backupName } from './rules.ts';

/**
 * At most one backup download per server: each holds a connection and a snapshot of the database for as long as its
 * reader takes. A reader that consumes nothing for some minutes is disconnected.
 */
export function createDownloadBackup(runLater: RunLater): (ctx: Context) => Promise<Download> {
  let isRunning = false;
  return async (ctx) => {
    requireAdministrator(ctx);
    if (isRunning) throw new AppError('CONFLICT', 'A backup is being downloaded from this server. Wait for it to end.');
    isRunning = true;
    const { body, sentBytes } = watchBackup(ctx);
    // The audit entry is written when the download has ended, with its outcome and the bytes sent.
    runLater(() =>
      recordEnd(ctx, body, sentBytes)
        // The failure reaches the reader through the stream itself.
        .catch(() => undefined)
        .finally(() => {
          isRunning = false;
        }),
    );
    // Waits for the first chunk, so that a database failure becomes an error response and not an empty file.
    await once(body, 'readable');
    return { filename: backupName(ctx.now()), type: 'application/gzip', body };
  };
}

/** Counts the bytes sent, and destroys the stream after a stall. */
function watchBackup(ctx: Context): { body: Transform; sentBytes: () => number } {
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      patience.refresh();
      done(null, chunk);
    },
  });
  const patience = setTimeout(() => body.destroy(new AppError('CONFLICT', STALLED)), BACKUP_STALL_MS);
  const stopWatching = endWhenDemoted(ctx, body);
  guard(body).once('close', () => {
    clearTimeout(patience);
    stopWatching();
  });
  pipeline(writeBackup(ctx.database.pool, ctx.now()), body, () => undefined);
  return { body, sentBytes: () => bytes };
}

/** Cuts the download off when its administrator is suspended, demoted or signed out. */
function endWhenDemoted(ctx: Context, body: Transform): () => void {
  const userId = 'userId' in ctx.actor ? ctx.actor.userId : undefined;
  return ctx.bus.on('principal', (subject) => {
    if (subject !== userId && subject !== EVERYBODY) return;
    void isAdministratorLive(ctx)
      // Fails closed: if it cannot be checked, the download ends.
      .catch(() => false)
      .then((isLive) => isLive || body.destroy(noLonger()));
  });
}

const noLonger = () => new AppError('FORBIDDEN', 'Its reader is no longer an administrator who is signed in.');

const recordEnd = (ctx: Context, body: Transform, sentBytes: () => number) =>
  recordAction(ctx, { action: 'backup.downloaded', subject: 'database' }, async (recording) => {
    try {
      await finished(body);
    } catch (error) {
      throw isLeft(error) ? new AppError('CONFLICT', 'The reader went away before the end.') : error;
    } finally {
      recording.note({ bytes: sentBytes() });
    }
  });

const isLeft = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
