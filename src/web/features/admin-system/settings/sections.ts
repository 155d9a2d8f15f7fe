import { counted } from '#contract/counted.ts';
import type { PlannerName } from '#contract/generation.ts';
import { LIMIT_RANGES, SETTING_RANGES, type SettingsProblem } from '#contract/settings-rules.ts';
import type { TierLimits } from '#contract/subscription.ts';
import { type FieldName, type FieldValue, TIERS } from './draft.ts';

export const SECTIONS = [
  { id: 'rate-limiting', title: 'Rate Limiting' },
  { id: 'tier-limits', title: 'Subscription Tier Limits' },
  { id: 'global-settings', title: 'Global Settings' },
  { id: 'system-controls', title: 'System Controls' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];

function sectionOf(field: string): SectionId {
  if (field.includes('.')) return 'tier-limits';
  if (field === 'mcpToolCallsPerHour' || field === 'maxRequestsPerMinute') return 'rate-limiting';
  return field.startsWith('maintenance') ? 'system-controls' : 'global-settings';
}

export function countProblems(problems: readonly SettingsProblem[]): Record<SectionId, number> {
  const counts = { 'rate-limiting': 0, 'tier-limits': 0, 'global-settings': 0, 'system-controls': 0 };
  for (const { field } of problems) counts[sectionOf(field)] += 1;
  return counts;
}

/** "Pro: Monthly PRD limit". */
export function fieldLabel(field: FieldName): string {
  if (field === 'claudeModel') return 'AI model';
  if (field === 'maintenanceMode') return 'Maintenance mode';
  if (field === 'maintenanceMessage') return 'Maintenance message';
  const [name, limit] = field.split('.');
  if (limit === undefined) return SETTING_RANGES[field as keyof typeof SETTING_RANGES].label;
  const tier = TIERS.find((each) => each.name === name)?.label ?? '';
  return `${tier}: ${LIMIT_RANGES[limit as keyof TierLimits].label}`;
}

/** Names the model behind the chosen setting, whose names are older; with another planner the choice has no effect. */
export function modelHelp(
  model: string | undefined,
  works: { planner: PlannerName; label: string } | undefined,
): string {
  const words = 'Used for every plan generation';
  if (works !== undefined && works.planner !== 'anthropic')
    return `${words} with Anthropic. Planned by: ${works.label}`;
  return model === undefined ? words : `${words}; currently ${model}`;
}

export function valueWords(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}

/** "Max tasks per project: 1,000 → 500". */
export const describeChange = (field: FieldName, from: FieldValue, to: FieldValue) =>
  `${fieldLabel(field)}: ${valueWords(from)} → ${valueWords(to)}`;

export const countChanges = (changes: number, problems: number) =>
  `${counted(changes, 'change')}, ${counted(problems, 'problem')}`;

/** Who is affected by a save, one sentence for each kind of change. */
export function describeReach(changed: readonly FieldName[], maintenanceOn: boolean): string[] {
  const touches = (test: (field: string) => boolean) => changed.some(test);
  const tiers = TIERS.filter(({ name }) => touches((field) => field.startsWith(`${name}.`))).map(({ label }) => label);
  return [
    touches((field) => sectionOf(field) === 'rate-limiting') && 'The new rates apply to every user’s agents.',
    tiers.length > 0 && `Every ${tiers.join(' and ')} user gets the new limits, except users with an admin override.`,
    touches((field) => field === 'maxTasksPerProject') && 'The new task limit applies to every project.',
    touches((field) => field === 'claudeModel') &&
      'Every plan generation with Anthropic uses the chosen model from now on.',
    touches((field) => field === 'maintenanceMode') &&
      (maintenanceOn
        ? 'Everyone except administrators is locked out until maintenance mode is off again.'
        : 'Maintenance ends: everyone can work again.'),
    touches((field) => field === 'maintenanceMessage') &&
      maintenanceOn &&
      'Everyone who is locked out sees the new message.',
  ].filter((sentence) => sentence !== false);
}
