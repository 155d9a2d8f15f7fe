const dayOfMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Monthly counters start again on the 1st, 00:00 UTC: "Apr 1". */
export const nextReset = (now: number) => {
  const today = new Date(now);
  return dayOfMonth.format(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1));
};
