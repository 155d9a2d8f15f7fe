import type { BothTierLimits, SystemSettings } from '#contract/admin-settings.ts';
import { type SettingsProblem, findProblems } from '#contract/settings-rules.ts';
import { AppError } from '#server/platform/error.ts';

interface Wanted {
  settings: SystemSettings;
  tierLimits: BothTierLimits;
}

/** Collects every validation problem at once, in the wording of the settings screen. */
export function requireNoProblems({ settings, tierLimits }: Wanted, models: readonly string[]): void {
  const problems: SettingsProblem[] = findProblems(settings, tierLimits);
  if (!models.includes(settings.claudeModel))
    problems.push({ field: 'claudeModel', message: `AI model must be one of ${models.join(', ')}` });
  if (problems.length === 0) return;
  const sentences = problems.map(({ message }) => message).join('; ');
  throw new AppError('VALIDATION_ERROR', `Cannot save due to validation errors: ${sentences}`, {
    issues: problems.map(({ field, message }) => ({ path: field, message })),
  });
}

/**
 * Optimistic concurrency control: refuses a save that is based on an older version. Callers that send no version skip
 * it.
 */
export function requireUnchanged(
  saved: { lastModified: Date | null; modifiedBy: string | null },
  seen: string | null | undefined,
): void {
  if (seen === undefined) return;
  const { lastModified, modifiedBy } = saved;
  if ((lastModified?.getTime() ?? null) === (seen === null ? null : Date.parse(seen))) return;
  const when = lastModified?.toISOString().slice(0, 16).replace('T', ' ');
  const who = modifiedBy ?? 'Somebody';
  throw new AppError(
    'CONFLICT',
    `${who} saved the settings at ${when ?? 'another time'} UTC, after you had loaded them. Nothing was changed: load them again to see what is different.`,
    { code: 'EDIT_CONFLICT' },
  );
}

/** Strictly increasing, even for two saves within a millisecond: the time is the version. */
export const nextModified = (last: Date | null, now: Date): Date =>
  last === null || last < now ? now : new Date(last.getTime() + 1);

export type Differences = Record<string, { from: unknown; to: unknown }>;

/** The changed fields for the audit log, by the names of the settings screen. */
export function diffSettings(before: Wanted, after: Wanted): Differences {
  const [old, now] = [flatten(before), flatten(after)];
  return Object.fromEntries(
    Object.keys(now)
      .filter((field) => old[field] !== now[field])
      .map((field) => [field, { from: old[field], to: now[field] }]),
  );
}

const flatten = ({ settings, tierLimits }: Wanted): Record<string, unknown> => ({
  ...settings,
  ...prefixed('free', tierLimits.free),
  ...prefixed('pro', tierLimits.pro),
});

const prefixed = (prefix: string, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value]));
