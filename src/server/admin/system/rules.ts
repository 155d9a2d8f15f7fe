/** Tables up to this size are counted exactly; above it the planner's estimate is near enough. */
export const COUNTED_MAX = 50_000;
export const STATEMENTS_MAX = 10;
const STATEMENT_CHARS = 300;

/** A round trip for one row above this is reported as slow. */
const SLOW_MS = 250;
export const healthOf = (ms: number): 'healthy' | 'slow' => (ms > SLOW_MS ? 'slow' : 'healthy');

/** Listed first, because people look for these. */
const FIRST = ['users', 'projects', 'tasks', 'notes', 'mcp_logs'];

export function byImportance(a: { name: string }, b: { name: string }): number {
  const place = ({ name }: { name: string }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return place(a) - place(b) || (a.name < b.name ? -1 : 1);
}

/**
 * A statement that is safe to show. pg_stat_statements has already replaced parameters by $1; literals it left are
 * removed here, because they may be user data.
 */
export function showStatement(text: string): string {
  const clean = text
    .replaceAll(/'(?:[^']|'')*('|$)/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.length <= STATEMENT_CHARS ? clean : `${clean.slice(0, STATEMENT_CHARS - 1).toWellFormed()}…`;
}

/** Longer than any network hiccup; a slow reader that keeps reading is never cut off. */
export const BACKUP_STALL_MS = 5 * 60_000;

export const STALLED = `The reader took nothing for ${BACKUP_STALL_MS / 60_000} minutes, so the backup was ended.`;

/** baton-backup-2026-11-16-0744.jsonl.gz, by UTC. */
export function backupName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T');
  return `baton-backup-${day}-${time.slice(0, 5).replace(':', '')}.jsonl.gz`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
