const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** Time of day for today ("2:41"), else the date. */
export function activityTime(at: string, now: number): string {
  const then = new Date(at);
  if (then.toDateString() !== new Date(now).toDateString()) return day.format(then);
  return clock.format(then).replace(/\s?[AP]M$/, '');
}
