import { z } from 'zod';
import { EMAIL_MAX, USERS_PAGE } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, text } from './fields.ts';
import { AllowedLimits, StorageUse, TierLimits } from './subscription.ts';

const UserPath = z.strictObject({ id: Id });

export const UserStatus = z.enum(['active', 'suspended']);
export type UserStatus = z.infer<typeof UserStatus>;

export const TierName = z.enum(['free', 'pro']);
export type TierName = z.infer<typeof TierName>;

/** Pagination by number, as the console shows it. */
export const PageNumber = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** The price of a self-hosted model is unknown. */
const CostKnown = z
  .boolean()
  .meta({ description: 'False where tokens without a known price are left out of the cost' });

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  status: UserStatus,
  lastActive: Timestamp.nullable().meta({ description: 'The last call of a browser or an agent' }),
  monthlyTokens: z.int().meta({ description: 'This calendar month, by UTC' }),
  monthlyCost: z.number().meta({ description: 'US dollars' }),
  monthlyCostKnown: CostKnown,
  storageBytes: z.int().meta({ description: 'What the account keeps, deleted things included' }),
  createdAt: Timestamp,
});
export type AdminUser = z.infer<typeof AdminUser>;

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Accounts, newest first, found by a part of their address',
  query: z.strictObject({
    page: PageNumber,
    limit: z.coerce.number().int().min(1).max(100).default(USERS_PAGE),
    search: text(EMAIL_MAX).optional(),
    status: UserStatus.optional(),
  }),
  answer: z.object({
    users: z.array(AdminUser),
    totalPages: z.int(),
    total: z.int(),
    isLeast: z.boolean().meta({ description: 'More match than are counted; the total is the least there are' }),
  }),
  bare: true,
});

const Override = z.int().min(0).max(100_000).nullable();
const { storage_mb: _storage, ...COUNTS } = TierLimits.shape;

/** Null inherits the tier's limit. An omitted storage limit keeps its value. */
export const LimitOverrides = z
  .strictObject(
    Object.fromEntries(Object.keys(COUNTS).map((name) => [name, Override])) as Record<
      keyof typeof COUNTS,
      typeof Override
    >,
  )
  .extend({ storage_mb: Override.optional() });
export type LimitOverrides = z.infer<typeof LimitOverrides>;

export const UserActivityItem = z.object({
  timestamp: Timestamp,
  command: z.string(),
  status: z.string().meta({ description: '"success", or what went wrong' }),
  tokens: z.int(),
  projectId: Id.nullable(),
});
export type UserActivityItem = z.infer<typeof UserActivityItem>;

export const AdminUserDetail = z.object({
  id: Id,
  email: z.string(),
  displayName: z.string(),
  createdAt: Timestamp,
  lastLogin: Timestamp.nullable(),
  totalTokensUsed: z.int(),
  monthlyTokenUsage: z.int(),
  monthlyCost: z.number(),
  monthlyCostKnown: CostKnown,
  successRate: z.number().nullable().meta({ description: 'Percent of calls and generations; null before the first' }),
  avgResponseTime: z.number().nullable().meta({ description: 'Milliseconds of calls; null before the first' }),
  activeProjects: z.int(),
  storage: StorageUse,
  status: UserStatus,
  isAdmin: z.boolean(),
  twoFactor: z.boolean().meta({ description: 'Whether sign-in asks for a code as well' }),
  passkeys: z.int().meta({ description: 'How many there are' }),
  recentActivity: z.array(UserActivityItem),
  tokensPerDay: z.array(z.object({ day: z.iso.date(), tokens: z.int() })).meta({ description: 'The last 30 days' }),
  apiKey: z
    .object({
      maskedKey: z.string(),
      createdAt: Timestamp,
      count: z.int().meta({ description: 'How many keys there are' }),
    })
    .nullable()
    .meta({ description: 'The first of its keys' }),
  tier: z.object({
    name: TierName,
    granted: z.boolean().meta({ description: 'Given by an administrator, beside any payment' }),
    until: Timestamp.nullable(),
  }),
  limits: z.object({ effective: AllowedLimits, tier: AllowedLimits, overrides: LimitOverrides.nullable() }),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

export const getUserDetail = endpoint({
  id: 'getUserDetail',
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'One account, with what it used and did',
  params: UserPath,
  answer: AdminUserDetail,
  bare: true,
  errors: ['NOT_FOUND'],
});

export const setUserStatus = endpoint({
  id: 'setUserStatus',
  method: 'PATCH',
  path: '/api/admin/users/:id/status',
  access: 'admin',
  summary: 'Suspend or activate an account; a suspended one is shut out at once',
  params: UserPath,
  body: z.strictObject({ status: UserStatus }),
  answer: z.object({ status: UserStatus }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const resetUserApiKey = endpoint({
  id: 'resetUserApiKey',
  method: 'POST',
  path: '/api/admin/users/:id/reset-api-key',
  access: 'admin',
  summary: 'Take an account’s API key away; its owner can make a new one',
  params: UserPath,
  answer: z.object({ hadKey: z.boolean() }),
  errors: ['NOT_FOUND'],
});

export const turnOffUserTwoFactor = endpoint({
  id: 'turnOffUserTwoFactor',
  method: 'DELETE',
  path: '/api/admin/users/:id/two-factor',
  access: 'admin',
  summary: 'Turn two-factor authentication off for somebody who lost their app and backup codes; not for oneself',
  params: UserPath,
  answer: z.object({ wasOn: z.boolean() }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const setUserTier = endpoint({
  id: 'setUserTier',
  method: 'PUT',
  path: '/api/admin/users/:id/tier',
  access: 'admin',
  summary: 'Give an account a plan, or take the gift back; what is paid for stays',
  params: UserPath,
  body: z.strictObject({
    tier: TierName,
    until: Timestamp.nullable().default(null).meta({ description: 'When the gift ends; null: never' }),
  }),
  answer: z.object({ tier: TierName }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const setUserLimits = endpoint({
  id: 'setUserLimits',
  method: 'PUT',
  path: '/api/admin/users/:id/limits',
  access: 'admin',
  summary: 'Allow one account other limits than its tier’s',
  params: UserPath,
  body: LimitOverrides,
  answer: AllowedLimits,
  errors: ['NOT_FOUND'],
});

export const clearUserLimits = endpoint({
  id: 'clearUserLimits',
  method: 'DELETE',
  path: '/api/admin/users/:id/limits',
  access: 'admin',
  summary: 'Back to the limits of the account’s tier',
  params: UserPath,
  answer: Nothing,
  errors: ['NOT_FOUND'],
});
