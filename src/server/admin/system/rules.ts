/** Up to here rows are counted one by one; above it, what the planner believes is near enough. */
export const COUNTED_MAX = 50_000;
export const STATEMENTS_MAX = 10;
const STATEMENT_CHARS = 300;

/** A database that takes longer for one row than this makes every page slow. */
const SLOW_MS = 250;
export const healthOf = (ms: number): 'healthy' | 'slow' => (ms > SLOW_MS ? 'slow' : 'healthy');

/** What people look for first. */
const FIRST = ['users', 'projects', 'tasks', 'notes', 'mcp_logs'];

export function byImportance(a: { name: string }, b: { name: string }): number {
  const place = ({ name }: { name: string }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return place(a) - place(b) || (a.name < b.name ? -1 : 1);
}

/**
 * A statement as it may be shown. The database has already put $1 for what was sent; where it could not, whatever stands
 * between quotes is taken out here, because it may be what a person typed.
 */
export function showStatement(text: string): string {
  const clean = text
    .replaceAll(/'(?:[^']|'')*('|$)/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.length <= STATEMENT_CHARS ? clean : `${clean.slice(0, STATEMENT_CHARS - 1).toWellFormed()}…`;
}

/** Longer than any network is silent; a reader that is slow, but reads, may take as long as it likes. */
export const BACKUP_STALL_MS = 5 * 60_000;

export const STALLED = `The reader took nothing for ${BACKUP_STALL_MS / 60_000} minutes, so the backup was ended.`;

/** baton-backup-2026-11-16-0744.jsonl.gz, by UTC. */
export function backupName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T');
  return `baton-backup-${day}-${time.slice(0, 5).replace(':', '')}.jsonl.gz`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
