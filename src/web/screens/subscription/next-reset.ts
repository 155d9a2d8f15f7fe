import { formatUtcDay } from '#web/lib/time.ts';

/** Monthly counters are reset on the 1st, 00:00 UTC: "Apr 1". */
export const nextReset = (now: number) => {
  const today = new Date(now);
  return formatUtcDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1));
};
