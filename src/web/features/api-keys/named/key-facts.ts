import type { NamedKey } from '#contract/named-keys.ts';
import { formatDate, formatDateTime } from '#web/lib/time.ts';

const DAY_MS = 86_400_000;

/** Lifetimes that the dialog offers, in days; the last one asks for a date. */
export const LIFETIMES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date …' },
] as const;
export type Lifetime = (typeof LIFETIMES)[number]['value'];

/** When a key expires that is made now; on a chosen date it works until the end of that day. */
export function expiryOf(lifetime: Lifetime, date: string, now: number): string | null {
  if (lifetime === 'never') return null;
  if (lifetime !== 'date') return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

export const isExpired = ({ expires_at: at }: NamedKey, now: number): boolean => at !== null && Date.parse(at) <= now;

/** When it was made, used and expires, in one line. */
export function factsOf(key: NamedKey, now: number): string {
  const { last_used_at: used, last_used_by: by, last_used_from: from, rotated_at: rotated, expires_at: expires } = key;
  return [
    `made ${formatDate(key.created_at)}`,
    rotated !== null && `rotated ${formatDate(rotated)}`,
    used === null
      ? 'not used yet'
      : `used ${formatDateTime(used)}${by === null ? '' : ` by ${by}`}${from === null ? '' : ` from ${from}`}`,
    expires !== null && `${isExpired(key, now) ? 'expired' : 'expires'} ${formatDate(expires)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
