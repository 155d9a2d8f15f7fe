import { nextInstant } from './next-instant.ts';

export interface Limit {
  /** Null where it does not say when the account may be used again. */
  until: Date | null;
}

/** What clients themselves say, in their own voice. */
const TOLD =
  /\byou(?:['’]ve| have)? (?:already )?(?:hit|reached|exceeded|exhausted|used up)\b.{0,60}\b(?:limits?|quotas?|capacity)\b|\busage limit reached\b|\bquota will reset\b|\bout of (?:extra )?usage\b/i;
/** What providers answer: of a failure it is a limit, of any other text it may be the work. */
const ANSWERED =
  /\bquotas?\b[^.]{0,40}\b(?:exceeded|exhausted|reached)\b|\bexceeded\b[^.]{0,40}\bquota\b|\b(?:usage|rate|session|weekly|spend|request)[ _-]?limits?\b|RESOURCE_EXHAUSTED|insufficient_quota|too many requests|\b429\b/i;
/** Only the beginning is looked at. */
const READ_MAX = 4_000;
/** A sentence of a client is short; what a model says about limits is not. */
const TOLD_MAX = 400;
const DAYS_MAX = 45;
const DAY_MS = 86_400_000;

/** Whether a text says that the account may be used no more for now; a failure says so in more ways than other output. */
export function readLimit(text: string, now: Date, { isFailure = false } = {}): Limit | undefined {
  const said = text.slice(0, READ_MAX);
  const isTold = TOLD.test(said) && (isFailure || text.length <= TOLD_MAX);
  if (!isTold && !(isFailure && ANSWERED.test(said))) return undefined;
  const until = readEpoch(said) ?? readSpan(said, now) ?? readClock(said, now);
  const isSensible = until !== undefined && until > now && until.getTime() - now.getTime() < DAYS_MAX * DAY_MS;
  return { until: isSensible ? until : null };
}

/** "usage limit reached|1763510400" */
function readEpoch(text: string): Date | undefined {
  const [, seconds] = /\|\s*(\d{10})(?:\d{3})?\b/.exec(text) ?? [];
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1_000);
}

const UNIT_MS: Record<string, number> = { d: DAY_MS, h: 3_600_000, m: 60_000, s: 1_000 };
const SPAN =
  /\b(?:again|retry|resets?|reset after|available)\s+(?:in|after)[\s:~]*((?:\d{1,9}(?:\.\d{1,9})?\s{0,3}(?:days?|d|hours?|hrs?|hr|h|minutes?|mins?|min|m|seconds?|secs?|sec|s)\b[\s,]{0,3}(?:and\s)?){1,6}|(?:\d{1,9}(?:\.\d{1,9})?[dhms]){1,6})/i;

/** "try again in 2 days 17 hours", "reset after 4h12m5s", "Please retry in 41.5s" */
function readSpan(text: string, now: Date): Date | undefined {
  const [, span] = SPAN.exec(text) ?? [];
  if (span === undefined) return undefined;
  const ms = Array.from(span.matchAll(/(\d+(?:\.\d+)?)\s*([dhms])/gi)).reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit?.toLowerCase() ?? ''] ?? 0),
    0,
  );
  return new Date(now.getTime() + ms);
}

const CLOCK =
  /\b(?:resets?|again|available)\b(?:\s+(?:at|on))?\s+(?:(?<month>[A-Z][a-z]{2,8})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?:(?<year>\d{4}),?\s+)?(?:at\s+)?)?(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>[ap])?\.?m?\b\.?(?:\s*\((?<zone>[A-Za-z_+\-/0-9]{2,40})\))?/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "resets 3am (Europe/Berlin)", "resets May 5 at 9pm", "try again at Nov 20th, 2026 3:05 PM" */
function readClock(text: string, now: Date): Date | undefined {
  const { month, day, year, hour, minute, half, zone } = CLOCK.exec(text)?.groups ?? {};
  if (hour === undefined || (half === undefined && minute === undefined)) return undefined;
  const isTwelve = half !== undefined;
  if (Number(hour) > (isTwelve ? 12 : 23) || Number(minute ?? 0) > 59) return undefined;
  const place = month === undefined ? -1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  return nextInstant(
    {
      hour: isTwelve ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour),
      minute: Number(minute ?? 0),
      ...(place === -1 ? {} : { month: place + 1, day: Number(day) }),
      ...(year === undefined ? {} : { year: Number(year) }),
    },
    zone,
    now,
  );
}
