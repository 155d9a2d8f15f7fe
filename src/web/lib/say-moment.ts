import type { Instant } from './time.ts';

/** AM and PM or 24 hours, as the browser's language has it; words stay English like the rest of the app. */
const hour12 = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? true;
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12 });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** "6:40 PM", "yesterday 6:40 PM", "Mar 13, 6:40 PM". */
export function sayMoment(at: Instant, now: number): string {
  const then = new Date(at);
  const passed = daysBetween(then, new Date(now));
  if (passed === 0) return time.format(then);
  return passed === 1 ? `yesterday ${time.format(then)}` : `${sayDate(then, now)}, ${time.format(then)}`;
}

/** Shorter, for a card: "6:40 PM", "yesterday", "Mar 13". */
export function sayDay(at: Instant, now: number): string {
  const then = new Date(at);
  const passed = daysBetween(then, new Date(now));
  if (passed === 0) return time.format(then);
  return passed === 1 ? 'yesterday' : sayDate(then, now);
}

const sayDate = (then: Date, now: number) =>
  (then.getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(then);

/** Calendar days of the reader, by noon: the change to summer time makes a day of 23 hours. */
function daysBetween(a: Date, b: Date): number {
  const noon = (each: Date) => new Date(each.getFullYear(), each.getMonth(), each.getDate(), 12).getTime();
  return Math.round((noon(b) - noon(a)) / 86_400_000);
}
