import type { Id } from '#contract/fields.ts';
import type { PaymentProviderName } from '#contract/subscription.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { ProviderStatus } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';

/** What was agreed before the provider's page opens. */
export interface Order {
  /** Our row's id: sent along, and compared with what comes back. */
  paymentId: Id;
  email: string;
  priceUsd: number;
  returnUrl: string;
  cancelUrl: string;
}

export interface ProviderPayment {
  id: string;
  time: Date;
  amountUsd: number;
  /** Fully refunded or reversed. */
  refunded: boolean;
  /** Partially refunded. */
  isPartlyRefunded: boolean;
}

export interface ProviderSubscription {
  providerId: string;
  planId: string;
  /** The order's `paymentId`, echoed by the provider. */
  customId: string | null;
  status: ProviderStatus;
  startTime: Date | null;
  /** Null when nothing more will be billed. */
  nextBillingTime: Date | null;
  /** Consecutive failed charges; 0 again after a successful one. */
  failedPayments: number;
  payments: ProviderPayment[];
}

export interface WebhookMessage {
  headers: Record<string, string | string[] | undefined>;
  /** The raw bytes, which the signature covers. */
  body: Buffer;
}

/** Only that something happened to a subscription is used of a webhook, never its content. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Null where it concerns no subscription. */
  providerId: string | null;
}

/**
 * A payment provider. Calls may take seconds, so none is made inside a transaction. A provider that is unreachable or
 * answers invalid data throws PAYMENT_PROVIDER_ERROR after at most three attempts.
 */
export interface PaymentProvider {
  name: PaymentProviderName;
  planId: string;
  createSubscription(order: Order): Promise<{ providerId: string; approvalUrl: string }>;
  /** Undefined: unknown to the provider. */
  readSubscription(providerId: string): Promise<ProviderSubscription | undefined>;
  /** Cancels billing. Idempotent: one that is over is left as it is. */
  cancelSubscription(providerId: string, reason: string): Promise<void>;
  /** Refunds a payment in full. Idempotent: one that was refunded is left as it is. */
  refundPayment(paymentId: string): Promise<void>;
  portalUrl(providerId: string, returnUrl: string): Promise<string>;
  /** Throws FORBIDDEN with the code WEBHOOK_REFUSED if the signature is invalid. */
  readWebhook(message: WebhookMessage): Promise<ProviderEvent>;
  probe(): Promise<{ ok: boolean; detail: string }>;
}

/** A context in which a tier can change. */
export interface SettlingContext extends Context {
  /** Applies the tier's project limit; injected by the feature that owns projects. */
  settleProjects: SettleProjects;
}

/** A context with a payment provider. */
export interface PaymentContext extends SettlingContext {
  payments: PaymentProvider;
}

export type SettleProjects = (ctx: Context, tx: Tx, emit: Emit, userId: Id) => Promise<void>;
