import type { LimitOverrides } from '#contract/admin-users.ts';
import { LIMIT_RANGES } from '#contract/settings-rules.ts';

export type LimitName = keyof LimitOverrides;
/** What stands in the fields: an empty one leaves the tier's limit. */
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
  from: number;
  to: number;
}

/** What changes for the account: a field that says what holds already changes nothing for it. */
export function changesOf(
  texts: LimitTexts,
  { effective, tier }: { effective: Record<LimitName, number>; tier: Record<LimitName, number> },
): LimitChange[] {
  const wanted = overridesOf(texts);
  return LIMIT_NAMES.map((name) => ({
    name,
    label: LIMIT_RANGES[name].label,
    from: effective[name],
    to: wanted[name] ?? tier[name],
  })).filter(({ from, to }) => from !== to);
}

export const isEmpty = (texts: LimitTexts) => LIMIT_NAMES.every((name) => texts[name].trim() === '');
