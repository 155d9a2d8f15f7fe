import type { BothTierLimits, SystemSettings } from './admin-settings.ts';
import type { TierName } from './admin-users.ts';
import type { TierLimits } from './subscription.ts';

// No schema library here: the settings screen uses these rules as well, and the browser does not load it.

export interface Range {
  label: string;
  min: number;
  max: number;
}

type NumberSetting = 'mcpToolCallsPerHour' | 'maxRequestsPerMinute' | 'maxTasksPerProject';

export const SETTING_RANGES: Readonly<Record<NumberSetting, Range>> = {
  mcpToolCallsPerHour: { label: 'MCP tool calls per hour', min: 1, max: 10_000 },
  maxRequestsPerMinute: { label: 'Max requests per minute', min: 1, max: 1_000 },
  maxTasksPerProject: { label: 'Max tasks per project', min: 1, max: 10_000 },
};

export const LIMIT_RANGES: Readonly<Record<keyof TierLimits, Range>> = {
  daily_prd_limit: { label: 'Daily PRD limit', min: 1, max: 100 },
  daily_task_gen_limit: { label: 'Daily task generation limit', min: 1, max: 200 },
  daily_total_operations_limit: { label: 'Daily total operations limit', min: 1, max: 500 },
  monthly_prd_limit: { label: 'Monthly PRD limit', min: 1, max: 1_000 },
  monthly_task_gen_limit: { label: 'Monthly task generation limit', min: 1, max: 2_000 },
  monthly_total_operations_limit: { label: 'Monthly total operations limit', min: 1, max: 5_000 },
  max_projects: { label: 'Max projects', min: 1, max: 100 },
  storage_mb: { label: 'Storage in MB', min: 1, max: 100_000 },
};

export const DEFAULT_SETTINGS: Readonly<SystemSettings> = {
  mcpToolCallsPerHour: 1_000,
  maxRequestsPerMinute: 60,
  maxTasksPerProject: 1_000,
  claudeModel: 'claude-3-sonnet',
  maintenanceMode: false,
  maintenanceMessage: 'System maintenance in progress. Please try again later.',
};

export const DEFAULT_LIMITS: Readonly<BothTierLimits> = {
  free: {
    daily_prd_limit: 1,
    daily_task_gen_limit: 1,
    daily_total_operations_limit: 2,
    monthly_prd_limit: 1,
    monthly_task_gen_limit: 1,
    monthly_total_operations_limit: 2,
    max_projects: 1,
    storage_mb: 50,
  },
  pro: {
    daily_prd_limit: 2,
    daily_task_gen_limit: 3,
    daily_total_operations_limit: 5,
    monthly_prd_limit: 5,
    monthly_task_gen_limit: 10,
    monthly_total_operations_limit: 15,
    max_projects: 5,
    storage_mb: 1_000,
  },
};

/** A field: "mcpToolCallsPerHour", or "free.daily_prd_limit". */
export interface SettingsProblem {
  field: string;
  message: string;
}

const TIER_WORDS: Readonly<Record<TierName, string>> = { free: 'Free tier', pro: 'Pro tier' };
const PERIODS = [
  ['daily', 'Daily'],
  ['monthly', 'Monthly'],
] as const;
const KINDS = [
  ['prd', 'PRD'],
  ['task_gen', 'task generation'],
  ['total_operations', 'total operations'],
] as const;

/** Totals are computed, never typed. */
export function withTotals(limits: TierLimits): TierLimits {
  return {
    ...limits,
    daily_total_operations_limit: limits.daily_prd_limit + limits.daily_task_gen_limit,
    monthly_total_operations_limit: limits.monthly_prd_limit + limits.monthly_task_gen_limit,
  };
}

/** All validation problems of the settings, in the order of the screen. */
export function findProblems(settings: SystemSettings, tiers: BothTierLimits): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  for (const name of ['mcpToolCallsPerHour', 'maxRequestsPerMinute'] as const)
    problems.push(...outOfRange(name, settings[name], SETTING_RANGES[name], ''));
  for (const tier of ['free', 'pro'] as const) problems.push(...findTierProblems(tier, tiers[tier]));
  problems.push(
    ...outOfRange('maxTasksPerProject', settings.maxTasksPerProject, SETTING_RANGES.maxTasksPerProject, ''),
  );
  // With maintenance off the field is hidden.
  if (settings.maintenanceMode && settings.maintenanceMessage.trim() === '')
    problems.push({ field: 'maintenanceMessage', message: 'Maintenance message must not be empty' });
  return problems;
}

function findTierProblems(tier: TierName, limits: TierLimits): SettingsProblem[] {
  const prefix = `${TIER_WORDS[tier]}: `;
  const at = (name: keyof TierLimits) => `${tier}.${name}`;
  const problems: SettingsProblem[] = [];
  for (const [name, range] of Object.entries(LIMIT_RANGES) as [keyof TierLimits, Range][]) {
    // A NaN total is only a consequence of another problem.
    if (name.includes('total') && Number.isNaN(limits[name])) continue;
    problems.push(...outOfRange(at(name), limits[name], range, prefix));
  }
  for (const { limit, message } of findContradictions(limits))
    problems.push({ field: at(limit), message: `${prefix}${message}` });
  return problems;
}

/** Limits that cannot be reached because another one is lower. */
export function findContradictions(limits: TierLimits): { limit: keyof TierLimits; message: string }[] {
  const found: { limit: keyof TierLimits; message: string }[] = [];
  for (const [kind, word] of KINDS) {
    if (!(limits[`monthly_${kind}_limit`] < limits[`daily_${kind}_limit`])) continue;
    found.push({
      limit: `monthly_${kind}_limit`,
      message: `Monthly ${word} limit cannot be lower than the daily limit`,
    });
  }
  for (const [period, word] of PERIODS) {
    for (const [kind, what] of KINDS.slice(0, 2) as ['prd' | 'task_gen', string][]) {
      if (!(limits[`${period}_${kind}_limit`] > limits[`${period}_total_operations_limit`])) continue;
      found.push({
        limit: `${period}_${kind}_limit`,
        message: `${word} ${what} limit cannot exceed the ${period} total operations limit`,
      });
    }
  }
  return found;
}

function outOfRange(field: string, value: number, { label, min, max }: Range, prefix: string): SettingsProblem[] {
  if (Number.isInteger(value) && value >= min && value <= max) return [];
  const [from, to] = [min.toLocaleString('en-US'), max.toLocaleString('en-US')];
  return [{ field, message: `${prefix}${label} must be between ${from} and ${to}` }];
}
