import { z } from 'zod';

/**
 * A backup is gzipped text, one JSON value a line: a header, then for each table its name and its rows, then a trailer
 * that counts them. A file without its trailer was cut off and is refused.
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

/** Kept by the schema itself, not by the product, or made again from the texts: never part of a backup. */
export const NOT_BACKED_UP = ['migrations', 'search_heads', 'search_queue', 'search_texts'];

/** What is read from the database, and sent to it, at a time. */
export const BATCH_ROWS = 256;
/** One row that is longer is a batch of its own. */
export const BATCH_CHARACTERS = 4 * 1024 * 1024;
