import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
