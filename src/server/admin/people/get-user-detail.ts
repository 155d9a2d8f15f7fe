import { eq } from 'drizzle-orm';
import type { AdminUserDetail } from '#contract/admin-users.ts';
import type { Id } from '#contract/fields.ts';
import { findTwoFactor, isAdministrator } from '#server/auth/index.ts';
import {
  TEAM_LIMITS,
  findOwnLimits,
  periodsOf,
  presentAllowed,
  presentOwnLimits,
  readStorage,
  requireTier,
} from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { passkeys, userSubscriptions, users, usersApiKey } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { presentActivity, presentNumbers } from './present.ts';
import { listRecent, listTokensPerDay, readNumbers } from './queries.ts';

const RECENT = 20;

/** One account with its usage, activity, plan and limits. */
export async function getUserDetail(ctx: Context, { id }: { id: Id }): Promise<AdminUserDetail> {
  const { pool } = ctx.database;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id));
  if (user === undefined) throw notFound('The user');
  const periods = periodsOf(ctx.now());
  const [numbers, recent, tokensPerDay, plan, storage] = await Promise.all([
    readNumbers(pool, id, `${periods.month}T00:00:00Z`),
    listRecent(pool, id, RECENT),
    listTokensPerDay(pool, id, periods.day),
    readPlan(ctx, id),
    readStorage(ctx.db, id),
  ]);
  return {
    id,
    email: user.email,
    displayName: user.name,
    createdAt: user.createdAt.toISOString(),
    lastLogin: user.lastSignInAt?.toISOString() ?? null,
    ...presentNumbers(numbers),
    status: user.status,
    isAdmin: isAdministrator(user, ctx.config.adminEmails),
    twoFactor: (await findTwoFactor(ctx.db, id)) !== undefined,
    passkeys: await ctx.db.$count(passkeys, eq(passkeys.userId, id)),
    recentActivity: recent.map(presentActivity),
    tokensPerDay,
    storage,
    ...plan,
  };
}

async function readPlan(ctx: Context, id: Id): Promise<Pick<AdminUserDetail, 'apiKey' | 'tier' | 'limits'>> {
  const now = ctx.now();
  const [subscription] = await ctx.db.select().from(userSubscriptions).where(eq(userSubscriptions.userId, id));
  const keys = await ctx.db.select().from(usersApiKey).where(eq(usersApiKey.userId, id)).orderBy(usersApiKey.createdAt);
  const [key] = keys;
  const { tier, limits, isTeam } = await requireTier(ctx.db, id, now);
  const overrides = await findOwnLimits(ctx.db, id);
  const until = subscription?.accessUntil ?? null;
  const isOver = until !== null && until <= now;
  return {
    apiKey:
      key === undefined
        ? null
        : { maskedKey: key.maskedKey, createdAt: key.createdAt.toISOString(), count: keys.length },
    tier: {
      name: tier.tierName === 'pro' ? 'pro' : 'free',
      granted: subscription?.granted === true && !isOver,
      until: isOver ? null : (until?.toISOString() ?? null),
    },
    limits: {
      effective: presentAllowed(limits),
      tier: presentAllowed(isTeam ? TEAM_LIMITS : tier),
      overrides: overrides === null ? null : presentOwnLimits(overrides),
    },
  };
}
