export interface BurnUpItem {
  created_at: string;
  completed_at: string | null;
  deleted_at?: string | null;
}

export interface BurnUpPoint {
  /** End of a day in milliseconds; for the last point now. */
  at: number;
  done: number;
  scope: number;
}

const DAY = 86_400_000;
const viewersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Tasks done and tasks in total at the end of each of the last days, and now: days + 1 points. Days end at midnight in the
 * viewer's time zone.
 */
export function burnUp(items: readonly BurnUpItem[], now: number, days: number, zone = viewersZone()): BurnUpPoint[] {
  const moments = [...midnights(now, days, zone), now];
  const done = moments.map(() => 0);
  const scope = moments.map(() => 0);
  for (const item of items) {
    const until = item.deleted_at ? Date.parse(item.deleted_at) : Infinity;
    tally(scope, moments, Date.parse(item.created_at), until);
    if (item.completed_at) tally(done, moments, Date.parse(item.completed_at), until);
  }
  return moments.map((at, i) => ({ at, done: done[i] ?? 0, scope: scope[i] ?? 0 }));
}

function tally(counts: number[], moments: readonly number[], from: number, until: number) {
  // From the newest: moments before `from` need not be visited.
  for (let i = moments.length - 1; i >= 0; i -= 1) {
    const at = moments[i] ?? 0;
    if (at < from) return;
    if (at < until) counts[i] = (counts[i] ?? 0) + 1;
  }
}

/** The last midnights, oldest first, today's being the last. */
function midnights(now: number, days: number, zone: string): number[] {
  const clock = clockOf(zone);
  const today = Math.floor((now + clock(now)) / DAY) * DAY;
  return Array.from({ length: days }, (_, i) => {
    const wall = today - (days - 1 - i) * DAY;
    // The offset at that midnight may differ from the one now (daylight saving time).
    return wall - clock(wall - clock(wall));
  });
}

/** Returns a function that gives the zone's offset from UTC at an instant. */
function clockOf(zone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return wall - Math.floor(at / 1_000) * 1_000;
  };
}
