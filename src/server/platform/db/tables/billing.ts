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

/** The states a subscription has at a provider, in PayPal's words. */
export type ProviderStatus = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

export interface SandboxPayment {
  id: string;
  time: string;
  amountUsd: number;
  status: 'COMPLETED' | 'REFUNDED';
}

/** An open way to the provider's page, for whoever asks for it again before it was used. */
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
    /** Of text, in millions of bytes. */
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
    /** After this moment the tier is the free one again, whoever has noticed; null: no end. */
    accessUntil: instant('access_until'),
    /** Given by an administrator: payments neither take it away nor cut it short. */
    granted: boolean('granted').notNull().default(false),
    /** The payments behind the tier, where there are any. */
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
 * A subscription as a payment provider last told it, made at checkout, before anybody was sent to the provider: a message
 * about one that is not here is none of ours.
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
    /** What was agreed at checkout. It stays, whatever new subscribers pay. */
    priceUsd: numeric('price_usd', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    /** Null until it was approved. */
    status: text('status').$type<SubscriptionStatus>(),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    accessUntil: instant('access_until'),
    renews: boolean('renews').notNull().default(false),
    activatedAt: instant('activated_at'),
    /** When its first payment was made, by the provider: of two that renew, the one that was paid later is one too many. */
    firstPaidAt: instant('first_paid_at'),
    /** Null once it was approved, or never can be. */
    checkout: jsonb('checkout').$type<OpenCheckout>(),
    /** Payments from before this are not written about: those of subscriptions that were here before payment mails were. */
    tellsFrom: instant('tells_from').notNull().defaultNow(),
    /** Messages that ask for a look at the provider, and how many of them had come before the look that was applied. */
    wanted: integer('wanted').notNull().default(0),
    applied: integer('applied').notNull().default(0),
    /** When to look next without being asked: a message may have been lost. Null: never. */
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
 * Subscriptions that this server has to end at the provider. Written together with what made it necessary, and open until
 * the provider itself says that nothing is billed any more and that everything to be returned is.
 */
export const paymentEndings = pgTable(
  'payment_endings',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => paymentSubscriptions.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull().$type<EndingReason>(),
    /** For a refunded one: the provider's ids of the payments that stay paid. Any that comes later goes back. */
    kept: jsonb('kept').notNull().$type<string[]>().default([]),
    tries: integer('tries').notNull().default(0),
    /** The next attempt; null while nothing is left to do. */
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

/** What a mail about money says, as it was when it happened. Moments are ISO strings. */
export interface PaymentMailFacts {
  provider: PaymentProviderName;
  amountUsd: number;
  periodStart?: string;
  periodEnd?: string;
  /** The next charge, or the next try of one that failed; null: none. */
  nextAt?: string | null;
  /** Up to when Pro lasts; null: it is over. */
  until?: string | null;
  paidAt?: string;
  isPart?: boolean;
  /** The subscription whose payment went back goes on. */
  goesOn?: boolean;
  endedFor?: EndingReason;
}

/** Mails about money, each event once: written with what it tells of, and sent by the next round that tends payments. */
export const paymentMails = pgTable(
  'payment_mails',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull().$type<PaymentMailKind>(),
    /** Which of its kind: a payment's id, a try, an end. */
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

/** Every message of a provider once, however often it was delivered. Not its text: the state is asked for, not told. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider').notNull().$type<PaymentProviderName>(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** As the message names it; it may be nobody's. */
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

/** Who was written to about which limit in which period: one mail each. */
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

/** The sandbox provider's own books: what a real provider keeps on its side. Nothing else reads them. */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    /** In the addresses of its hosted pages; whoever knows it may approve and cancel. */
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
    /** The next charge is refused, as a card without money would be. */
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

/** Messages of the sandbox that wait to be delivered, so that a stopped server loses none. */
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

/** What an administrator allows one account beside its tier; null leaves the tier's. */
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

/** What an account has used in a day or a month, both by UTC. A new period is a new row: nothing has to be reset. */
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
