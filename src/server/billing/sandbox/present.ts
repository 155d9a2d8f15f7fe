import type { ProviderSubscription } from '../payments/provider.ts';
import type { SandboxRow } from './rules.ts';

export function presentSubscription(row: SandboxRow): ProviderSubscription {
  return {
    providerId: row.id,
    planId: row.planId,
    customId: row.customId,
    status: row.status,
    startTime: row.startTime,
    nextBillingTime: row.nextBillingTime,
    failedPayments: row.failedPayments,
    payments: row.payments.map(({ id, time, amountUsd, status }) => ({
      id,
      time: new Date(time),
      amountUsd,
      refunded: status === 'REFUNDED',
      isPartlyRefunded: false,
    })),
  };
}
