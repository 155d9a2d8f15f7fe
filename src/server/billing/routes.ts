import * as contract from '#contract/subscription.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { systemContext } from '#server/platform/context.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { MountRaw } from '#server/platform/http/raw.ts';
import { openPortal } from './payments/open-portal.ts';
import type { PaymentContext, PaymentProvider, SettleProjects } from './payments/provider.ts';
import { receiveWebhook } from './payments/receive-webhook.ts';
import { refreshPayments } from './payments/refresh-payments.ts';
import { startCheckout } from './payments/start-checkout.ts';
import { tendPayments } from './payments/tend-payments.ts';

interface Doors {
  mount: Mount;
  mountRaw: MountRaw;
}

/** Dependencies injected by the features above billing. */
export interface BillingParts {
  payments: PaymentProvider;
  settleProjects: SettleProjects;
  /** Counts projects as well, which billing may not import. */
  readCurrent(ctx: Context): Promise<CurrentSubscription>;
}

export type WithPayments = (ctx: Context) => PaymentContext;

export function addBillingRoutes(
  { mount, mountRaw }: Doors,
  services: Services,
  parts: BillingParts,
): { tend(): Promise<void>; withPayments: WithPayments } {
  const { payments, settleProjects } = parts;
  const withPayments: WithPayments = (ctx) => ({ ...ctx, payments, settleProjects });
  mount(contract.startCheckout, (ctx, input) => startCheckout(withPayments(ctx), input), { takesTurn: false });
  mount(contract.openPortal, (ctx, input) => openPortal(withPayments(ctx), input), { takesTurn: false });
  mount(
    contract.refreshSubscription,
    async (ctx) => {
      await refreshPayments(withPayments(ctx));
      return parts.readCurrent(ctx);
    },
    { takesTurn: false },
  );
  mountRaw('POST', `/api/webhooks/${payments.name}`, async (ctx, message) => {
    await receiveWebhook({ ...withPayments(ctx), actor: { kind: 'system', name: payments.name } }, message);
    return { status: 200, body: { success: true } };
  });
  return { withPayments, tend: () => tendPayments(withPayments(systemContext(services, 'baton payments'))) };
}
