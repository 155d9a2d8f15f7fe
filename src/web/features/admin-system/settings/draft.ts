import type { BothTierLimits, SettingsAnswer, SystemSettings } from '#contract/admin-settings.ts';
import type { TierName } from '#contract/admin-users.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS, withTotals } from '#contract/settings-rules.ts';
import type { TierLimits } from '#contract/subscription.ts';

/** State of the form; the server's answer has the same shape. */
export interface SettingsDraft {
  settings: SystemSettings;
  tierLimits: BothTierLimits;
}

export type FieldValue = string | number | boolean;

export const TIERS: readonly { name: TierName; label: string }[] = [
  { name: 'free', label: 'Free' },
  { name: 'pro', label: 'Pro' },
];

type TypedLimit = Exclude<keyof TierLimits, 'daily_total_operations_limit' | 'monthly_total_operations_limit'>;
export type LimitField = `${TierName}.${TypedLimit}`;
/** Named as in validation problems: "mcpToolCallsPerHour", "free.daily_prd_limit". Totals are computed and have no field. */
export type FieldName = keyof SystemSettings | LimitField;

const TYPED_LIMITS: readonly TypedLimit[] = [
  'daily_prd_limit',
  'daily_task_gen_limit',
  'monthly_prd_limit',
  'monthly_task_gen_limit',
  'max_projects',
  'storage_mb',
];

/** In the order of the screen. */
export const FIELDS: readonly FieldName[] = [
  'mcpToolCallsPerHour',
  'maxRequestsPerMinute',
  ...TIERS.flatMap(({ name }) => TYPED_LIMITS.map((limit): LimitField => `${name}.${limit}`)),
  'maxTasksPerProject',
  'claudeModel',
  'maintenanceMode',
  'maintenanceMessage',
];

const limitOf = (field: FieldName) => {
  const [tier, limit] = field.split('.') as [TierName, TypedLimit | undefined];
  return limit === undefined ? undefined : { tier, limit };
};

export function readField({ settings, tierLimits }: SettingsDraft, field: FieldName): FieldValue {
  const at = limitOf(field);
  return at ? tierLimits[at.tier][at.limit] : settings[field as keyof SystemSettings];
}

/** Also recomputes the totals. */
export function writeField(draft: SettingsDraft, field: FieldName, value: FieldValue): SettingsDraft {
  const { settings, tierLimits } = draft;
  const at = limitOf(field);
  if (at) {
    const limits = withTotals({ ...tierLimits[at.tier], [at.limit]: value });
    return { settings, tierLimits: { ...tierLimits, [at.tier]: limits } };
  }
  const written: SystemSettings = { ...settings, [field]: value };
  // With the mode off the message is hidden, and an empty one would be a validation error that nobody can see.
  if (!written.maintenanceMode && written.maintenanceMessage.trim() === '')
    written.maintenanceMessage = DEFAULT_SETTINGS.maintenanceMessage;
  return { settings: written, tierLimits };
}

/** "10,000" and "10 000" are ten thousand; separators elsewhere are refused. */
const WHOLE = /^-?(\d{1,9}|\d{1,3}([, \u00A0\u202F]\d{3}){1,2})$/;

/** Empty text is 0; anything but a whole number is NaN. */
export function parseNumber(text: string): number {
  const typed = text.trim();
  if (typed === '') return 0;
  return WHOLE.test(typed) ? Number(typed.replace(/[^\d-]/g, '')) : Number.NaN;
}

export function changedFields(base: SettingsDraft, draft: SettingsDraft): FieldName[] {
  return FIELDS.filter((field) => !Object.is(readField(base, field), readField(draft, field)));
}

export const toDraft = ({ settings, tierLimits }: SettingsAnswer): SettingsDraft => ({ settings, tierLimits });

export const defaultsDraft = (): SettingsDraft => ({ settings: DEFAULT_SETTINGS, tierLimits: DEFAULT_LIMITS });

/** A field that somebody else has saved meanwhile. */
export interface OthersChange {
  field: FieldName;
  theirs: FieldValue;
  /** Undefined where there is no conflict: the draft did not change the field, or has the same value. */
  mine: FieldValue | undefined;
}

/** Changes that somebody else saved since the base was loaded, each with the draft's conflicting value (three-way compare). */
export function listOthersChanges(base: SettingsDraft, mine: SettingsDraft, theirs: SettingsDraft): OthersChange[] {
  const touched = new Set(changedFields(base, mine));
  return changedFields(base, theirs).map((field) => {
    const [said, other] = [readField(mine, field), readField(theirs, field)];
    return { field, theirs: other, mine: touched.has(field) && said !== other ? said : undefined };
  });
}

/** Three-way merge: their settings with the draft's changes on top, except in the yielded fields. */
export function rebase(
  base: SettingsDraft,
  mine: SettingsDraft,
  theirs: SettingsDraft,
  yielded: ReadonlySet<FieldName> = new Set(),
): SettingsDraft {
  return changedFields(base, mine)
    .filter((field) => !yielded.has(field))
    .reduce((draft, field) => writeField(draft, field, readField(mine, field)), theirs);
}
