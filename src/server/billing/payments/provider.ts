import type { Id } from '#contract/fields.ts';
import type { PaymentProviderName } from '#contract/subscription.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { ProviderStatus } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';

/** What is agreed with a person before the provider's page opens. */
export interface Order {
  /** The row that waits for the answer: sent along, and held against what comes back. */
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
  /** All of it went back, by a refund or a reversal. */
  refunded: boolean;
  /** Some of it did. */
  isPartlyRefunded: boolean;
}

/** A subscription as the provider tells it when it is asked. */
export interface ProviderSubscription {
  providerId: string;
  planId: string;
  /** The order's `paymentId`, as the provider kept it. */
  customId: string | null;
  status: ProviderStatus;
  startTime: Date | null;
  /** Null once nothing more will be billed. */
  nextBillingTime: Date | null;
  /** Attempts in a row that brought no money; 0 again after one that did. */
  failedPayments: number;
  payments: ProviderPayment[];
}

export interface WebhookMessage {
  headers: Record<string, string | string[] | undefined>;
  /** The very bytes that were signed. */
  body: Buffer;
}

/** What a message is used for: it says that something happened to a subscription, never what. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Null where it is about no subscription. */
  providerId: string | null;
}

/**
 * A payment provider. Every call may take seconds and none is made with a transaction open. A provider that cannot be
 * reached or answers nonsense throws an AppError of type PAYMENT_PROVIDER_ERROR, after at most three tries.
 */
export interface PaymentProvider {
  name: PaymentProviderName;
  planId: string;
  createSubscription(order: Order): Promise<{ providerId: string; approvalUrl: string }>;
  /** Undefined: the provider knows none by this id. */
  readSubscription(providerId: string): Promise<ProviderSubscription | undefined>;
  /** Nothing is billed any more. One that is over already is left as it is. */
  cancelSubscription(providerId: string, reason: string): Promise<void>;
  /** Returns a payment whole. One that has gone back already is left as it is, so it may be asked for again. */
  refundPayment(paymentId: string): Promise<void>;
  portalUrl(providerId: string, returnUrl: string): Promise<string>;
  /** Throws FORBIDDEN with the code WEBHOOK_REFUSED for what the provider has not signed. */
  readWebhook(message: WebhookMessage): Promise<ProviderEvent>;
  probe(): Promise<{ ok: boolean; detail: string }>;
}

/** A context in which a plan can change. */
export interface SettlingContext extends Context {
  /** A new tier has room for more or fewer projects: the feature that owns them settles which can be changed. */
  settleProjects: SettleProjects;
}

/** A context with somebody to pay in it. */
export interface PaymentContext extends SettlingContext {
  payments: PaymentProvider;
}

export type SettleProjects = (ctx: Context, tx: Tx, emit: Emit, userId: Id) => Promise<void>;
