const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Words are English on every page; whether an hour is "2 PM" or "14" follows the browser's locale. Of the two 24-hour
 * clocks the one that begins at 0 is used.
 */
const { hourCycle: localCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
const hourCycle = localCycle === 'h23' || localCycle === 'h24' ? 'h23' : 'h12';
const time = { hour: 'numeric', minute: '2-digit', hourCycle } as const;

const date = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const dateTime = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', ...time });
const shortDateTime = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...time });
const timeOfDay = new Intl.DateTimeFormat('en-US', time);
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' });
const weekdayOfYear = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const utcDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const utcTime = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat('en-US', { ...time, second: '2-digit' });

const toTheSecond = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  ...time,
  second: '2-digit',
} as const;
const exact = new Intl.DateTimeFormat('en-US', toTheSecond);
const exactMs = new Intl.DateTimeFormat('en-US', { ...toTheSecond, fractionalSecondDigits: 3 });

export type Instant = string | number | Date;

export const formatDate = (at: Instant) => date.format(new Date(at));
export const formatDateTime = (at: Instant) => dateTime.format(new Date(at));
/** "Mar 13, 1:04 PM", where the year is obvious. */
export const formatShortDateTime = (at: Instant) => shortDateTime.format(new Date(at));
/** Plans and limits begin and end by UTC, in every time zone: "Apr 1, 2026", "Apr 1", "14:05 UTC". */
export const formatUtcDate = (at: Instant) => utcDate.format(new Date(at));
export const formatUtcDay = (at: Instant) => utcDay.format(new Date(at));
export const formatUtcTime = (at: Instant) => `${utcTime.format(new Date(at))} UTC`;
/** "Mar 13, 2026, 1:04:09 PM", and with the milliseconds of a log: "1:04:09.120 PM". */
export const formatExact = (at: Instant) => exact.format(new Date(at));
export const formatExactMs = (at: Instant) => exactMs.format(new Date(at));
export const formatClock = (at: Instant) => clock.format(new Date(at));
/** "2:41 PM" or "14:41", for lists that name the day above. */
export const formatTime = (at: Instant) => timeOfDay.format(new Date(at));

/** Heading of a day in a list: "Today", "Yesterday", "Monday, Mar 16", and of another year with the year. */
export function formatDay(at: Instant, now: number): string {
  const day = new Date(at);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (day.getFullYear() === today.getFullYear() ? weekday : weekdayOfYear).format(day);
}

/** Ages of projects: days are counted up to 30, then the date is shown. */
export const projectAge = (at: Instant, now: number) => age(at, now, 30);

/** Ages of notes: days are counted under 7, then the date is shown. */
export const noteAge = (at: Instant, now: number) => age(at, now, 6);

function age(at: Instant, now: number, lastDay: number) {
  const passed = now - new Date(at).getTime();
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)}h ago`;
  const days = Math.floor(passed / DAY);
  return days <= lastDay ? `${days}d ago` : formatDate(at);
}

/** "8s", "12m", "3h", "2d"; 0s where the server's clock is ahead of this one. */
export function shortAge(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
