import type { AdminUser } from '#contract/admin-users.ts';
import { ADMIN_USERS_TEXTS } from '#contract/admin-texts.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatNumber = (value: number) => value.toLocaleString('en-US');

/** An unknown price is not shown as zero. */
export function formatCost({
  monthlyCost,
  monthlyCostKnown,
}: Pick<AdminUser, 'monthlyCost' | 'monthlyCostKnown'>): string {
  if (monthlyCostKnown) return dollars.format(monthlyCost);
  return monthlyCost === 0 ? ADMIN_USERS_TEXTS.unknownCost : `${dollars.format(monthlyCost)}+`;
}
