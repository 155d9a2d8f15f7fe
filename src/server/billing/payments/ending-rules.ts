import type { EndingReason } from '#contract/subscription.ts';
import type { ProviderStatus } from '#server/platform/db/tables/index.ts';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';
import { addMonths, latest } from './rules.ts';

interface Ending {
  reason: EndingReason;
  kept: readonly string[];
  createdAt: Date;
}

/** Nothing is billed any more, and nobody can change that. */
export const isOver = (status: ProviderStatus): boolean => status === 'CANCELLED' || status === 'EXPIRED';

/**
 * Whether a subscription has to end because its last payment went back whole. A part of a payment, or an older one, changes
 * nothing: that is a gesture or a correction, and whoever was meant to leave is refunded what they paid last.
 */
export const isRefundedWhileRunning = ({ status, payments }: ProviderSubscription): boolean =>
  (status === 'ACTIVE' || status === 'SUSPENDED') && latest(payments)?.refunded === true;

/** Payments that go back. Of a double those of the last month, in which the other one was paid for as well, and later ones. */
export function paymentsToReturn(ending: Ending, payments: readonly ProviderPayment[]): ProviderPayment[] {
  const open = payments.filter(({ refunded }) => !refunded);
  if (ending.reason === 'replaced') return [];
  if (ending.reason === 'refunded') return open.filter(({ id }) => !ending.kept.includes(id));
  return open.filter(({ time }) => time >= addMonths(ending.createdAt, -1));
}

const DAY_MS = 86_400_000;

/** A payment may be listed some time after the approval: until then a double is not done with. */
export function isDone(ending: Ending, { status, payments }: ProviderSubscription, now: Date): boolean {
  if (!isOver(status) || paymentsToReturn(ending, payments).length > 0) return false;
  return ending.reason !== 'double' || payments.length > 0 || now.getTime() - ending.createdAt.getTime() > DAY_MS;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long after so many attempts the next one is made: for as long as it takes, because somebody is billed otherwise. */
export const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
