const ROWS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Rate limit for stored rows: the first of every minute per subject, so that a flood cannot fill the disk. */
export function createRowAllowance(now: () => Date): (subject: string) => boolean {
  const rows = new Map<string, number>();
  let minute = 0;
  return (subject) => {
    const current = Math.floor(now().getTime() / MINUTE_MS);
    if (current !== minute) rows.clear();
    minute = current;
    const before = rows.get(subject) ?? 0;
    if (before >= ROWS_PER_MINUTE) return false;
    rows.set(subject, before + 1);
    return true;
  };
}
