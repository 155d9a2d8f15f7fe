import type { LimitOverrides } from '#contract/admin-users.ts';
import { findContradictions, LIMIT_RANGES } from '#contract/settings-rules.ts';

export type LimitName = keyof LimitOverrides;
/** Text of the fields: an empty one uses the tier's limit. */
export type LimitTexts = Readonly<Record<LimitName, string>>;

const MOST = 100_000;
export const LIMIT_NAMES = Object.keys(LIMIT_RANGES) as LimitName[];

const each = <Value>(make: (name: LimitName) => Value) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, make(name)])) as Record<LimitName, Value>;

export const textsOf = (overrides: LimitOverrides | null): LimitTexts =>
  each((name) => String(overrides?.[name] ?? ''));

export function problemOf(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || (/^\d{1,6}$/.test(typed) && Number(typed) <= MOST)) return undefined;
  return `A whole number from 0 to ${MOST.toLocaleString('en-US')}.`;
}

export const overridesOf = (texts: LimitTexts): LimitOverrides =>
  each((name) => (texts[name].trim() === '' ? null : Number(texts[name])));

export interface LimitChange {
  name: LimitName;
  label: string;
  /** null: no limit. */
  from: number | null;
  to: number | null;
}

/** Changes of the effective limits: an override equal to the current limit is none. */
export function changesOf(
  texts: LimitTexts,
  { effective, tier }: { effective: Numbers; tier: Numbers },
): LimitChange[] {
  const wanted = overridesOf(texts);
  return LIMIT_NAMES.map((name) => ({
    name,
    label: LIMIT_RANGES[name].label,
    from: effective[name],
    to: wanted[name] ?? tier[name],
  })).filter(({ from, to }) => from !== to);
}

type Numbers = Readonly<Record<LimitName, number | null>>;
const PERIODS = ['daily', 'monthly'] as const;

/**
 * Sets one field. More PRDs or generations are meant to be usable, so the total is set to their sum, unless a different total
 * was typed.
 */
export function typeLimit(texts: LimitTexts, name: LimitName, text: string, tier: Numbers): LimitTexts {
  const next = { ...texts, [name]: text };
  for (const period of PERIODS) {
    const total: LimitName = `${period}_total_operations_limit`;
    if (!name.startsWith(period) || name === total) continue;
    if (texts[total].trim() === '' || texts[total] === sumOf(texts, period, tier))
      next[total] = sumOf(next, period, tier);
  }
  return next;
}

/** Empty while both fields are (the plan's total applies), or one is invalid. */
function sumOf(texts: LimitTexts, period: (typeof PERIODS)[number], tier: Numbers): string {
  const parts = [`${period}_prd_limit`, `${period}_task_gen_limit`] as const;
  if (parts.every((name) => texts[name].trim() === '') || parts.some((name) => problemOf(texts[name]) !== undefined))
    return '';
  const wanted = overridesOf(texts);
  const numbers = parts.map((name) => wanted[name] ?? tier[name]);
  // If one of them is unlimited, so is the sum.
  if (numbers.includes(null)) return '';
  return String(numbers.reduce<number>((sum, n) => sum + (n ?? 0), 0));
}

/** Contradictions, which are allowed: by field, in the wording of the settings. */
export function warningsOf(texts: LimitTexts, tier: Numbers): Partial<Record<LimitName, string>> {
  // Without overrides the limits are those of the settings, which this form does not warn about.
  if (isEmpty(texts) || LIMIT_NAMES.some((name) => problemOf(texts[name]) !== undefined)) return {};
  const wanted = overridesOf(texts);
  const found = findContradictions(each((name) => wanted[name] ?? tier[name] ?? Number.MAX_SAFE_INTEGER));
  return Object.fromEntries(found.map(({ limit, message }) => [limit, message]));
}

export const isEmpty = (texts: LimitTexts) => LIMIT_NAMES.every((name) => texts[name].trim() === '');
