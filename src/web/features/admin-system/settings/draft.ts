import type { BothTierLimits, SettingsAnswer, SystemSettings } from '#contract/admin-settings.ts';
import type { TierName } from '#contract/admin-users.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS, withTotals } from '#contract/settings-rules.ts';
import type { TierLimits } from '#contract/subscription.ts';

/** What the form holds; the server's answer is one as well. */
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
/** As problems name them: "mcpToolCallsPerHour", or "free.daily_prd_limit". Totals are nobody's to type. */
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

/** The totals follow what they are made of. */
export function writeField(draft: SettingsDraft, field: FieldName, value: FieldValue): SettingsDraft {
  const { settings, tierLimits } = draft;
  const at = limitOf(field);
  if (at) {
    const limits = withTotals({ ...tierLimits[at.tier], [at.limit]: value });
    return { settings, tierLimits: { ...tierLimits, [at.tier]: limits } };
  }
  const written: SystemSettings = { ...settings, [field]: value };
  // With the mode off the message is out of sight: an empty one would be a problem that nobody can see.
  if (!written.maintenanceMode && written.maintenanceMessage.trim() === '')
    written.maintenanceMessage = DEFAULT_SETTINGS.maintenanceMessage;
  return { settings: written, tierLimits };
}

/** "10,000" and "10 000" are ten thousand; commas and spaces elsewhere are not. */
const WHOLE = /^-?(\d{1,9}|\d{1,3}([, \u00A0\u202F]\d{3}){1,2})$/;

/** What is typed into a number field: nothing is 0, and what is no whole number is none at all. */
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
  /** Absent where this form did not touch the field, or says the same. */
  mine: FieldValue | undefined;
}

/** What somebody else saved since the form was filled, and what it would do to what is typed. */
export function listOthersChanges(base: SettingsDraft, mine: SettingsDraft, theirs: SettingsDraft): OthersChange[] {
  const touched = new Set(changedFields(base, mine));
  return changedFields(base, theirs).map((field) => {
    const [said, other] = [readField(mine, field), readField(theirs, field)];
    return { field, theirs: other, mine: touched.has(field) && said !== other ? said : undefined };
  });
}

/** The newer settings with everything on top that was typed here, but for the fields left to the other person. */
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
