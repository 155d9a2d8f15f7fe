import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountActivity } from '#contract/account-activity.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { PageInput } from '#contract/page.ts';
import type { Context } from '#server/platform/context.ts';
import { auditLog } from '#server/platform/db/tables/index.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { requireUser } from './require-user.ts';

/** What the audit log keeps about the caller's account, latest first. */
export async function listMyActivity(ctx: Context, { limit, cursor }: PageInput = {}): Promise<AccountActivity[]> {
  const { userId } = requireUser(ctx);
  const { createdAt, id, subject } = auditLog;
  const before = sql`(${createdAt}, ${id}) < (select o.created_at, o.id from audit_log o where o.id = ${cursor} and o.subject = ${userId})`;
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(subject, userId), cursor === undefined ? undefined : before))
    .orderBy(sql`${createdAt} desc nulls last, ${id} desc nulls last`)
    .limit(rowsFor(limit));
  return cutPage(
    rows.map((row) => present(row, userId)),
    limit,
    (last) => last.id,
  );
}

const Detail = z
  .object({
    address: z.string().nullable().catch(null),
    agent: z.string().nullable().catch(null),
    by: z.string().nullable().catch(null),
    second: z.string().nullable().catch(null),
    about: z.string().nullable().catch(null),
  })
  .catch({ address: null, agent: null, by: null, second: null, about: null });

const NAMED = ['key', 'passkey', 'app', 'device', 'email'];

function present(row: typeof auditLog.$inferSelect, userId: Id): AccountActivity {
  const { kind, id, name } = row.actor as EventActor;
  const sent = (row.detail ?? {}) as Record<string, unknown>;
  const { address, agent, by, second, about } = Detail.parse({
    ...sent,
    about: sent[NAMED.find((each) => each in sent) ?? ''],
  });
  const isVisitor = kind === 'system' && name === 'visitor';
  return {
    id: row.id as Id,
    at: row.createdAt.toISOString(),
    action: row.action,
    outcome: row.outcome,
    by: id === userId ? 'owner' : isVisitor ? 'somebody' : 'administrator',
    address: address === '' ? null : address,
    user_agent: agent,
    method: by,
    second_factor: second,
    about,
  };
}
