import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';

export const Tier = z.object({ tier_name: z.string(), display_name: z.string(), price_usd: z.number() });
export type Tier = z.infer<typeof Tier>;

export const TierLimits = z.object({
  daily_prd_limit: z.int(),
  daily_task_gen_limit: z.int(),
  daily_total_operations_limit: z.int(),
  monthly_prd_limit: z.int(),
  monthly_task_gen_limit: z.int(),
  monthly_total_operations_limit: z.int(),
  max_projects: z.int(),
});
export type TierLimits = z.infer<typeof TierLimits>;

export const CurrentSubscription = z.object({
  tier: Tier,
  limits: TierLimits,
  usage: z.object({
    prd_uploads_used: z.int(),
    task_generations_used: z.int(),
    projects_count: z.int(),
  }),
  subscription: z
    .object({ current_period_start: Timestamp.nullable(), current_period_end: Timestamp.nullable() })
    .nullable(),
});
export type CurrentSubscription = z.infer<typeof CurrentSubscription>;

export const getCurrentSubscription = endpoint({
  id: 'getCurrentSubscription',
  method: 'GET',
  path: '/api/subscriptions/current',
  access: 'user',
  summary: 'The caller’s plan, its limits and what is used of them',
  answer: CurrentSubscription,
});
