import { sql } from 'drizzle-orm';
import type { InstanceSettings } from '#contract/admin-instance.ts';
import { requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { presentPlanner } from './present-planner.ts';
import { readSettings } from './queries.ts';

/** Reads the database and not the cache, so that the screen never shows stale settings. */
export async function getInstanceSettings(ctx: Context): Promise<InstanceSettings> {
  requireAdministrator(ctx);
  const row = await readSettings(ctx.db);
  const { rows } = await ctx.db.execute<{ people: number; renewing: number }>(sql`
    select (select coalesce(sum(n), 0)::int from user_counts) as people,
      (select count(*)::int from payment_subscriptions where renews) as renewing`);
  return {
    kind: row.instanceKind,
    from_environment: ctx.config.kind !== undefined,
    sign_up_by: row.signUpBy,
    domains: row.allowedDomains,
    planner: presentPlanner(ctx.config, row),
    private_webhooks: {
      allowed: ctx.config.privateWebhooks ?? row.privateWebhooks,
      from_environment: ctx.config.privateWebhooks !== undefined,
    },
    set_up_at: row.setUpAt?.toISOString() ?? null,
    people: rows[0]?.people ?? 0,
    renewing_subscriptions: rows[0]?.renewing ?? 0,
  };
}
