import { UsageError } from '../failure.ts';

/** "07:00" is the next time a clock here shows it; a date with a time is that moment. */
export function readClockTime(said: string, now: Date): Date {
  const text = said.trim();
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour !== undefined && minute !== undefined) {
    const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), Number(hour), Number(minute));
    if (today > now) return today;
    // By the calendar and not by 24 hours, which are 23 or 25 when clocks change.
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, Number(hour), Number(minute));
  }
  const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)
    ? new Date(text.replace(' ', 'T'))
    : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new UsageError(`--until takes a time such as 07:00 or 2026-03-16T07:00, not "${said}"`);
  if (moment <= now) throw new UsageError(`--until ${text} is over already`);
  return moment;
}

/** "9:05" as clocks here show it. */
export const sayClock = (at: Date): string => `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`;

/** "48s", "6m", "1h 20m", "2d 3h". */
export function sayDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)}d` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
