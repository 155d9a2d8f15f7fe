import { sql } from 'drizzle-orm';
import { check, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from './columns.ts';
import { users } from './auth.ts';

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('user_subscriptions_tier_id').on(t.tierId)],
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
