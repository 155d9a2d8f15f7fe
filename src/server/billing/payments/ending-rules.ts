import type { EndingReason } from '#contract/subscription.ts';
import type { ProviderStatus } from '#server/platform/db/tables/index.ts';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';
import { addMonths, latest } from './rules.ts';

interface Ending {
  reason: EndingReason;
  kept: readonly string[];
  createdAt: Date;
}

/** Final states: nothing is billed any more. */
export const isOver = (status: ProviderStatus): boolean => status === 'CANCELLED' || status === 'EXPIRED';

/**
 * Whether a subscription has to end because its last payment was fully refunded. A partial refund, or one of an older
 * payment, changes nothing: it is a goodwill gesture or a correction.
 */
export const isRefundedWhileRunning = ({ status, payments }: ProviderSubscription): boolean =>
  (status === 'ACTIVE' || status === 'SUSPENDED') && latest(payments)?.refunded === true;

/**
 * Payments to refund. For a duplicate subscription: those of the last month, which the other one covers as well, and
 * later ones.
 */
export function paymentsToReturn(ending: Ending, payments: readonly ProviderPayment[]): ProviderPayment[] {
  const open = payments.filter(({ refunded }) => !refunded);
  if (ending.reason === 'replaced') return [];
  if (ending.reason === 'refunded') return open.filter(({ id }) => !ending.kept.includes(id));
  return open.filter(({ time }) => time >= addMonths(ending.createdAt, -1));
}

const DAY_MS = 86_400_000;

/** A payment may be listed some time after the approval: until then a duplicate is not completed. */
export function isDone(ending: Ending, { status, payments }: ProviderSubscription, now: Date): boolean {
  if (!isOver(status) || paymentsToReturn(ending, payments).length > 0) return false;
  return ending.reason !== 'double' || payments.length > 0 || now.getTime() - ending.createdAt.getTime() > DAY_MS;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * Exponential backoff up to six hours between attempts, without a last one, because otherwise somebody would go on
 * being billed.
 */
export const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
