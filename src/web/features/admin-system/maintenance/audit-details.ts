import type { AuditEntry } from '#contract/admin-logs.ts';
import { LIMIT_RANGES } from '#contract/settings-rules.ts';
import { formatUtcDate } from '#web/lib/time.ts';
import { FIELDS } from '../settings/draft.ts';
import { fieldLabel } from '../settings/sections.ts';

type Named = Record<string, unknown>;

/** Details of an audit entry, one line each; none where this version does not know their format. */
export function auditDetails({ action, outcome, detail }: Pick<AuditEntry, 'action' | 'outcome' | 'detail'>): string[] {
  if (detail === null) return [];
  if (typeof detail['address'] === 'string') return accessLines(detail);
  if (outcome === 'failed') return typeof detail['error'] === 'string' ? [detail['error']] : [];
  if (action === 'settings.saved') return settingsLines(named(detail['changed']));
  if (action === 'user.limits_set') return limitLines(named(detail['before']), named(detail['after']));
  if (action === 'user.tier_set') return [planLine(detail)];
  if (action === 'maintenance.on' && typeof detail['message'] === 'string') return [detail['message']];
  return [];
}

/** How somebody signed in, and from which IP address. */
const accessLines = ({ by, app, address }: Named) => [
  ...(by === 'google' ? ['With Google'] : by === 'password' ? ['With the password'] : []),
  ...(typeof app === 'string' ? [app] : []),
  ...(address === '' ? [] : [`From ${String(address)}`]),
];

/** Totals are left out: they follow from the other limits. */
const settingsLines = (changed: Named) =>
  FIELDS.filter((field) => field in changed).map((field) => {
    const { from, to } = named(changed[field]);
    return `${fieldLabel(field)}: ${said(from)} → ${said(to)}`;
  });

const limitLines = (before: Named, after: Named) =>
  Object.entries(LIMIT_RANGES)
    .filter(([name]) => (before[name] ?? null) !== (after[name] ?? null))
    .map(
      ([name, { label }]) =>
        `${label}: ${said(before[name] ?? 'same as plan')} → ${said(after[name] ?? 'same as plan')}`,
    );

function planLine({ before, after, given, until }: Named): string {
  const end = given === 'pro' && typeof until === 'string' ? `, until ${formatUtcDate(until)}` : '';
  return `${planName(before)} → ${planName(after)}${end}`;
}

const planName = (tier: unknown) => (tier === 'free' ? 'Free' : 'Pro');

const named = (value: unknown): Named => (typeof value === 'object' && value !== null ? { ...value } : {});

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
}
