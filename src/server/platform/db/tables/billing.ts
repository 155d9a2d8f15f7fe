import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { EndingReason, LimitNotice, PaymentProviderName, SubscriptionStatus } from '#contract/subscription.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { users } from './auth.ts';

/** The states of a subscription at the provider, in PayPal's terms. */
export type ProviderStatus = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

export interface SandboxPayment {
  id: string;
  time: string;
  amountUsd: number;
  status: 'COMPLETED' | 'REFUNDED';
}

/** An open checkout page, reused when it is requested again. */
export interface OpenCheckout {
  approvalUrl: string;
  returnUrl: string;
  cancelUrl: string;
}

export const subscriptionTiers = pgTable(
  'subscription_tiers',
  {
    id: text('id').primaryKey(),
    tierName: text('tier_name').notNull().unique(),
    displayName: text('display_name').notNull(),
    priceUsd: numeric('price_usd', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    dailyPrdLimit: integer('daily_prd_limit').notNull(),
    dailyTaskGenLimit: integer('daily_task_gen_limit').notNull(),
    dailyTotalOperationsLimit: integer('daily_total_operations_limit').notNull(),
    monthlyPrdLimit: integer('monthly_prd_limit').notNull(),
    monthlyTaskGenLimit: integer('monthly_task_gen_limit').notNull(),
    monthlyTotalOperationsLimit: integer('monthly_total_operations_limit').notNull(),
    maxProjects: integer('max_projects').notNull(),
    /** Stored text, in millions of bytes. */
    storageMb: integer('storage_mb').notNull().default(50),
    updatedAt: updatedAt(),
  },
  (t) => [check('subscription_tiers_max_projects', sql`${t.maxProjects} between 1 and 100`)],
);

/** A user without a row here is on the free tier. */
export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tierId: text('tier_id')
      .notNull()
      .references(() => subscriptionTiers.id),
    /** From then on the tier counts as free, even before the periodic job has recorded it; null: no end. */
    accessUntil: instant('access_until'),
    /** Granted by an administrator: payments neither revoke nor shorten it. */
    granted: boolean('granted').notNull().default(false),
    /** The payments behind the tier, if any. */
    paymentId: uuid('payment_id').references((): AnyPgColumn => paymentSubscriptions.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('user_subscriptions_tier_id').on(t.tierId),
    index('user_subscriptions_payment_id').on(t.paymentId),
    index('user_subscriptions_access_until')
      .on(t.accessUntil)
      .where(sql`${t.accessUntil} is not null`),
  ],
);

/**
 * The last known state of a subscription. Inserted at checkout, before the redirect to the provider: a webhook about
 * one that is not here does not concern us.
 */
export const paymentSubscriptions = pgTable(
  'payment_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull().$type<PaymentProviderName>(),
    providerId: text('provider_id').notNull(),
    planId: text('plan_id').notNull(),
    /** The agreed price; it stays, whatever new subscribers pay. */
    priceUsd: numeric('price_usd', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    /** Null until it was approved. */
    status: text('status').$type<SubscriptionStatus>(),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    accessUntil: instant('access_until'),
    renews: boolean('renews').notNull().default(false),
    activatedAt: instant('activated_at'),
    /** Time of the first payment by the provider: of two that renew, the one paid later is the duplicate. */
    firstPaidAt: instant('first_paid_at'),
    /** Null once it was approved, or never can be. */
    checkout: jsonb('checkout').$type<OpenCheckout>(),
    /** Earlier payments are not mailed about: those of subscriptions older than payment mails. */
    tellsFrom: instant('tells_from').notNull().defaultNow(),
    /**
     * Requests to read the provider's state, by webhooks and by ourselves, and how many of them preceded the read that
     * was last applied.
     */
    wanted: integer('wanted').notNull().default(0),
    applied: integer('applied').notNull().default(0),
    /** When to poll next, in case a webhook was lost. Null: never. */
    lookAt: instant('look_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('payment_subscriptions_provider_id').on(t.provider, t.providerId),
    index('payment_subscriptions_user_id').on(t.userId),
    index('payment_subscriptions_look_at')
      .on(t.lookAt)
      .where(sql`${t.lookAt} is not null`),
    index('payment_subscriptions_paid')
      .on(t.provider, t.priceUsd, t.userId)
      .where(sql`${t.activatedAt} is not null`),
    index('payment_subscriptions_open')
      .on(t.provider, t.createdAt)
      .where(sql`${t.activatedAt} is null`),
    check(
      'payment_subscriptions_status',
      sql`${t.status} in ('active', 'past_due', 'cancelled', 'suspended', 'expired', 'refunded')`,
    ),
    check('payment_subscriptions_applied', sql`${t.applied} <= ${t.wanted}`),
  ],
);

/**
 * Subscriptions to cancel at the provider. Inserted in the transaction that made it necessary (outbox), and open until
 * the provider reports that billing has ended and every refund is made.
 */
export const paymentEndings = pgTable(
  'payment_endings',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => paymentSubscriptions.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull().$type<EndingReason>(),
    /** For a refunded one: the provider's ids of payments that stay paid. Any later one is refunded. */
    kept: jsonb('kept').notNull().$type<string[]>().default([]),
    tries: integer('tries').notNull().default(0),
    /** Time of the next attempt; null while nothing is left to do. */
    tryAt: instant('try_at'),
    doneAt: instant('done_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('payment_endings_try_at')
      .on(t.tryAt)
      .where(sql`${t.tryAt} is not null`),
    check('payment_endings_reason', sql`${t.reason} in ('refunded', 'double', 'replaced')`),
  ],
);

export type PaymentMailKind = 'received' | 'failed' | 'refund' | 'cancelled' | 'ended' | 'double';

/** The facts of a payment mail at the time of the event. Times are ISO strings. */
export interface PaymentMailFacts {
  provider: PaymentProviderName;
  amountUsd: number;
  periodStart?: string;
  periodEnd?: string;
  /** The next charge, or the retry of a failed one; null: none. */
  nextAt?: string | null;
  /** Until when Pro lasts; null: it is over. */
  until?: string | null;
  paidAt?: string;
  isPart?: boolean;
  /** The subscription continues although a payment was refunded. */
  goesOn?: boolean;
  endedFor?: EndingReason;
}

/** Outbox of payment mails, deduplicated by event: inserted with what they report, sent by the periodic job. */
export const paymentMails = pgTable(
  'payment_mails',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull().$type<PaymentMailKind>(),
    /** Deduplication key within the kind: a payment's id, an attempt, an end. */
    about: text('about').notNull(),
    facts: jsonb('facts').notNull().$type<PaymentMailFacts>(),
    tries: integer('tries').notNull().default(0),
    /** Null once it was sent or given up. */
    sendAt: instant('send_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.kind, t.about] }),
    index('payment_mails_send_at')
      .on(t.sendAt)
      .where(sql`${t.sendAt} is not null`),
  ],
);

/** Ids of received webhooks, for idempotency. Their content is not stored: the state is read from the provider. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider').notNull().$type<PaymentProviderName>(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** As sent; it may be unknown. */
    providerId: text('provider_id'),
    outcome: text('outcome').notNull().$type<'counted' | 'foreign' | 'unrelated'>(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index('payment_events_received_at').on(t.receivedAt),
    index('payment_events_provider_id').on(t.provider, t.providerId),
    check('payment_events_outcome', sql`${t.outcome} in ('counted', 'foreign', 'unrelated')`),
  ],
);

/** Which limit notices were mailed in which period, for deduplication. */
export const limitNotices = pgTable(
  'limit_notices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    limit: text('limit_name').notNull().$type<LimitNotice['limit']>(),
    period: text('period').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.limit, t.period, t.startsOn] }),
    index('limit_notices_starts_on').on(t.startsOn),
  ],
);

/** The sandbox provider's own state: what a real provider keeps on its side. Nothing else reads it. */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    /** The secret in the URLs of its hosted pages; it is the credential to approve and cancel. */
    pageToken: text('page_token').notNull().unique(),
    planId: text('plan_id').notNull(),
    customId: text('custom_id').notNull(),
    subscriber: text('subscriber').notNull(),
    priceUsd: numeric('price_usd', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    status: text('status').notNull().$type<ProviderStatus>(),
    startTime: instant('start_time'),
    nextBillingTime: instant('next_billing_time'),
    failedPayments: integer('failed_payments').notNull().default(0),
    payments: jsonb('payments').notNull().$type<SandboxPayment[]>().default([]),
    /** The next charge fails, like a declined card. */
    declines: boolean('declines').notNull().default(false),
    returnUrl: text('return_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('sandbox_subscriptions_next_billing_time')
      .on(t.nextBillingTime)
      .where(sql`${t.nextBillingTime} is not null`),
  ],
);

/** Outbox of the sandbox's webhooks, so that a stopped server loses none. */
export const sandboxMessages = pgTable(
  'sandbox_messages',
  {
    id: text('id').primaryKey(),
    body: text('body').notNull(),
    deliverAt: instant('deliver_at').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_messages_deliver_at').on(t.deliverAt)],
);

/** An administrator's overrides of an account's limits; null inherits the tier's. */
export const userLimits = pgTable('user_limits', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  dailyPrdLimit: integer('daily_prd_limit'),
  dailyTaskGenLimit: integer('daily_task_gen_limit'),
  dailyTotalOperationsLimit: integer('daily_total_operations_limit'),
  monthlyPrdLimit: integer('monthly_prd_limit'),
  monthlyTaskGenLimit: integer('monthly_task_gen_limit'),
  monthlyTotalOperationsLimit: integer('monthly_total_operations_limit'),
  maxProjects: integer('max_projects'),
  storageMb: integer('storage_mb'),
  updatedAt: updatedAt(),
});

/** Usage per account and day or month, in UTC. A new period is a new row: nothing has to be reset. */
export const usageCounters = pgTable(
  'usage_counters',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    period: text('period').notNull().$type<'day' | 'month'>(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    prdUploads: integer('prd_uploads').notNull().default(0),
    taskGenerations: integer('task_generations').notNull().default(0),
    otherOperations: integer('other_operations').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period, t.startsOn] }),
    index('usage_counters_starts_on').on(t.startsOn),
    check('usage_counters_period', sql`${t.period} in ('day', 'month')`),
    check(
      'usage_counters_not_negative',
      sql`${t.prdUploads} >= 0 and ${t.taskGenerations} >= 0 and ${t.otherOperations} >= 0`,
    ),
  ],
);
