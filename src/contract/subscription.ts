import { z } from 'zod';
import { ADDRESS_MAX, PROJECTS_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp, text } from './fields.ts';

export const Tier = z.object({
  tier_name: z.string(),
  display_name: z.string(),
  price_usd: z.number().meta({ description: 'What this account pays a month; on the free tier 0' }),
});
export type Tier = z.infer<typeof Tier>;

export const TierLimits = z.object({
  daily_prd_limit: z.int(),
  daily_task_gen_limit: z.int(),
  daily_total_operations_limit: z.int(),
  monthly_prd_limit: z.int(),
  monthly_task_gen_limit: z.int(),
  monthly_total_operations_limit: z.int(),
  max_projects: z.int(),
  storage_mb: z.int().meta({ description: 'Text, notes, PRDs and checkpoints together, in millions of bytes' }),
});
export type TierLimits = z.infer<typeof TierLimits>;

/** On an instance for a team only the administrator's overrides limit anything. */
export const AllowedLimits = z
  .object(
    Object.fromEntries(Object.keys(TierLimits.shape).map((name) => [name, z.int().nullable()])) as Record<
      keyof TierLimits,
      z.ZodNullable<z.ZodInt>
    >,
  )
  .meta({ description: 'null: no limit' });
export type AllowedLimits = z.infer<typeof AllowedLimits>;

export const PaymentProviderName = z.enum(['paypal', 'sandbox']);
export type PaymentProviderName = z.infer<typeof PaymentProviderName>;

export const SubscriptionStatus = z
  .enum(['active', 'past_due', 'cancelled', 'suspended', 'expired', 'refunded'])
  .meta({ description: 'past_due: a payment failed, and the plan lasts to the end of the period' });
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Why a subscription is cancelled by us and not by the person who pays it. */
export const EndingReason = z.enum(['refunded', 'double', 'replaced']).meta({
  description:
    'refunded: its last payment went back; double: it was approved while another ran; replaced: it was suspended when a new one began',
});
export type EndingReason = z.infer<typeof EndingReason>;

/** The price of a new subscription. The first subscribers pay the early price permanently. */
export const Offer = z.object({
  price_usd: z.number(),
  regular_price_usd: z.number(),
  provider: PaymentProviderName,
});
export type Offer = z.infer<typeof Offer>;

/** A subscription that this instance cancels at the provider, or recently did. */
export const SubscriptionEnding = z.object({
  reason: EndingReason,
  provider: PaymentProviderName,
  price_usd: z.number(),
  since: Timestamp,
  done_at: Timestamp.nullable().meta({
    description: 'Null: the provider has not confirmed it yet, and is asked again',
  }),
});
export type SubscriptionEnding = z.infer<typeof SubscriptionEnding>;

/** A limit at 80 % or 100 %. */
export const LimitNotice = z.object({
  limit: z.enum(['prd_uploads', 'task_generations', 'total_operations', 'active_projects', 'agent_calls', 'storage']),
  period: z.enum(['hour', 'day', 'month']).nullable(),
  used: z.int(),
  allowed: z.int(),
  percent: z.union([z.literal(80), z.literal(100)]).meta({ description: 'Which of the two marks is reached' }),
  resets_at: Timestamp.nullable(),
});
export type LimitNotice = z.infer<typeof LimitNotice>;

/** Stored bytes of an account; the five together are what is used. */
export const StorageUse = z.object({
  plan: z.int(),
  notes: z.int(),
  prds: z.int(),
  checkpoints: z.int(),
  deleted: z.int().meta({ description: 'Deleted projects, tasks, lists and notes that are not gone for good yet' }),
});
export type StorageUse = z.infer<typeof StorageUse>;

export const CurrentSubscription = z.object({
  has_plans: z.boolean().meta({ description: 'False on an instance for a team: there is nothing to buy' }),
  tier: Tier,
  limits: AllowedLimits,
  usage: z.object({
    prd_uploads_used: z.int(),
    task_generations_used: z.int(),
    projects_count: z.int(),
    storage_bytes_used: z.int(),
  }),
  storage: StorageUse,
  subscription: z
    .object({
      provider: PaymentProviderName,
      status: SubscriptionStatus,
      price_usd: z.number(),
      current_period_start: Timestamp.nullable(),
      current_period_end: Timestamp.nullable(),
      ends_at: Timestamp.nullable().meta({ description: 'When the plan ends; null while it renews' }),
      renews: z.boolean().meta({
        description: 'Whether the provider goes on charging, also where the plan has ended or was given by somebody',
      }),
    })
    .nullable(),
  given_until: Timestamp.nullable().meta({ description: 'When a plan that an administrator gave ends; null: never' }),
  endings: z.array(SubscriptionEnding),
  offer: Offer.nullable().meta({ description: 'Null: payment is not set up, and nothing is sold' }),
  notices: z.array(LimitNotice),
  deleted_days: z.int().meta({ description: 'So many days after its deletion a project is gone for good' }),
  read_only_projects: z.int().meta({ description: 'Active projects beyond the plan, which nobody can change' }),
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

/** A URL of this instance; anything else is refused, against open redirects. */
const OwnAddress = text(ADDRESS_MAX).meta({ description: 'An address of this instance' });
const HostedPage = z.object({ url: z.string().meta({ description: 'The provider’s page; the browser goes there' }) });

export const startCheckout = endpoint({
  id: 'startCheckout',
  method: 'POST',
  path: '/api/subscriptions/checkout',
  access: 'user',
  summary: 'Begin a subscription: the provider’s page on which it is approved',
  body: z.strictObject({ returnUrl: OwnAddress.optional(), cancelUrl: OwnAddress.optional() }),
  answer: HostedPage,
  errors: ['CONFLICT', 'PAYMENT_PROVIDER_ERROR'],
});

export const openPortal = endpoint({
  id: 'openPortal',
  method: 'POST',
  path: '/api/subscriptions/portal',
  access: 'user',
  summary: 'The provider’s page on which a subscription is managed and cancelled',
  body: z.strictObject({ returnUrl: OwnAddress }),
  answer: HostedPage,
  errors: ['CONFLICT', 'PAYMENT_PROVIDER_ERROR'],
});

export const refreshSubscription = endpoint({
  id: 'refreshSubscription',
  method: 'POST',
  path: '/api/subscriptions/refresh',
  access: 'user',
  summary: 'Ask the provider how the caller’s subscriptions stand, instead of waiting for its message',
  answer: CurrentSubscription,
  errors: ['PAYMENT_PROVIDER_ERROR'],
});

export const keepProjects = endpoint({
  id: 'keepProjects',
  method: 'POST',
  path: '/api/subscriptions/keep-projects',
  access: 'user',
  summary: 'Choose the projects that stay active; all others are archived, and nothing is deleted',
  body: z.strictObject({ projectIds: z.array(Id).min(1).max(PROJECTS_MAX) }),
  answer: CurrentSubscription,
  errors: ['NOT_FOUND', 'USAGE_LIMIT_EXCEEDED'],
});

export const emptyStorage = endpoint({
  id: 'emptyStorage',
  method: 'POST',
  path: '/api/me/storage/empty',
  access: 'user',
  summary: 'Remove the caller’s deleted projects, tasks, lists and notes for good; nothing of it can be brought back',
  answer: z.object({
    projects: z.int(),
    tasks: z.int(),
    task_lists: z.int(),
    notes: z.int(),
    freed_bytes: z.int(),
  }),
});
