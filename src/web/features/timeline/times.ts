import { findZone } from '#contract/timeline.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** English words, with the clock (12 or 24 hours) and the order of day and month of the reader's region. */
function readLocale(): string {
  const { language } = navigator;
  try {
    const { language: tongue, region } = new Intl.Locale(language).maximize();
    return tongue === 'en' || region === undefined ? language : `en-${region}`;
  } catch {
    return 'en-US';
  }
}

const locale = readLocale();
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const hour = new Intl.DateTimeFormat(locale, { hour: 'numeric' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });

type Instant = string | number;

/** The viewer's zone; UTC where their system has none with a name. */
export const readZone = () => findZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';

/** "9:12 AM". */
export const formatTime = (at: Instant) => clock.format(new Date(at));
/** "9 AM" on the full hour, else "9:30 AM". */
export const formatHour = (at: number) => (new Date(at).getMinutes() === 0 ? hour : clock).format(at);
/** "Mar 17". */
export const formatShortDay = (at: Instant) => shortDay.format(new Date(at));

/** The calendar day in the browser's zone, as "2026-03-17". */
export function dayOf(at: Instant): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Midnight in the browser's zone, so many days before. Calendar days, because some have 23 or 25 hours. */
export function startOfDay(at: Instant, daysBefore = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}

const parseDay = (text: string) => new Date(`${text}T00:00:00`).getTime();

/** "Today, Tuesday, Mar 17", "Monday, Mar 16". */
export function nameDay(text: string, now: number): string {
  const at = parseDay(text);
  if (text === dayOf(now)) return `Today, ${day.format(at)}`;
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(at);
}

/** "11:05 AM", "yesterday 6:40 PM", "Monday 6:40 PM", "Mar 3, 6:40 PM". */
export function formatMoment(at: Instant, now: number): string {
  const time = formatTime(at);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  if (days <= 0) return time;
  if (days === 1) return `yesterday ${time}`;
  return days < 7 ? `${weekday.format(new Date(at))} ${time}` : `${formatShortDay(at)}, ${time}`;
}

/** "38 min", "1h 10m", "41h". */
export function sayTime(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE));
  if (minutes < 1) return 'under 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 || hours >= 100 ? `${hours.toLocaleString('en-US')}h` : `${hours}h ${rest}m`;
}
