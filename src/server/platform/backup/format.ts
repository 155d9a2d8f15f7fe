import { z } from 'zod';

/**
 * A backup is gzipped JSON Lines: a header, then for each table its name and its rows, then a trailer with their
 * number. A file without its trailer was truncated and is refused.
 */
export const BackupHeader = z.strictObject({
  format: z.literal('baton-backup'),
  version: z.literal(1),
  created_at: z.string(),
  migrations: z.array(z.string()).min(1),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const BackupTable = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) });
export const BackupTrailer = z.strictObject({ end: z.literal(true), tables: z.int(), rows: z.int() });
export type BackupTrailer = z.infer<typeof BackupTrailer>;

/** Schema bookkeeping, or derived from other tables: never part of a backup. */
export const NOT_BACKED_UP = ['migrations', 'search_heads', 'search_queue', 'search_texts'];

/** Rows read or inserted per statement. */
export const BATCH_ROWS = 256;
/** A longer row is a batch of its own. */
export const BATCH_CHARACTERS = 4 * 1024 * 1024;
