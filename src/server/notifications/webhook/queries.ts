import { and, desc, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projectWebhooks, webhookDeliveries } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { requireOwner, requireProject } from '#server/projects/index.ts';

export type WebhookRow = typeof projectWebhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function findWebhook(db: Database | Tx, projectId: Id): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(projectWebhooks).where(eq(projectWebhooks.projectId, projectId));
  return row;
}

/** Proves that the caller owns the project, and returns its webhook. */
export async function requireWebhook(ctx: Context, projectId: Id): Promise<WebhookRow> {
  const project = requireOwner(await requireProject(ctx, projectId));
  const row = await findWebhook(ctx.db, project.id);
  if (row === undefined) throw notFound('The webhook');
  return row;
}

const SHOWN = 20;

export const listNewest = (db: Database, projectId: Id): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.projectId, projectId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(SHOWN);

export async function requireDelivery(db: Database, projectId: Id, id: Id): Promise<DeliveryRow> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.projectId, projectId), eq(webhookDeliveries.id, id)));
  if (row === undefined) throw notFound('The delivery');
  return row;
}

/** Ends what waits, with the reason that its row shows. */
export async function dropPending(tx: Tx, projectId: Id, reason: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'dropped', error: reason })
    .where(and(eq(webhookDeliveries.projectId, projectId), eq(webhookDeliveries.state, 'pending')));
}

/** Whether the administrator, or the environment, lets webhooks reach private addresses. */
export async function allowsPrivate({ config, settings }: Pick<Context, 'config' | 'settings'>): Promise<boolean> {
  return config.privateWebhooks ?? (await settings.read()).privateWebhooks;
}

export interface ClaimedDelivery {
  id: Id;
  project_id: Id;
  project_name: string;
  kind: DeliveryRow['kind'];
  told: DeliveryRow['told'];
  at: Date;
  tries: number;
  is_manual: boolean;
  address: string;
  format: WebhookRow['format'];
  sealed_secret: string;
  lease_until: Date;
}

/**
 * Claims the next delivery that is due, with a lease on its receiver: one delivery at a time for each, on whichever
 * server. A lease that ran out, because its server died, can be claimed again. Receivers are served in turn.
 */
export async function claimDelivery(pool: pg.Pool, now: Date, leaseUntil: Date): Promise<ClaimedDelivery | undefined> {
  const { rows } = await pool.query<ClaimedDelivery>(
    `with receiver as (
       select w.project_id, w.enabled, p.name from project_webhooks w
       join projects p on p.id = w.project_id and p.deleted_at is null
       join users u on u.id = p.user_id and u.status = 'active'
       where (w.lease_until is null or w.lease_until <= $1) and w.project_id in (
         select d.project_id from webhook_deliveries d
         where d.state = 'pending' and d.next_at <= $1 and (w.enabled or d.is_manual))
       order by w.served_at nulls first limit 1
       for update of w skip locked
     ), chosen as (
       select d.id, r.name from receiver r join webhook_deliveries d on d.project_id = r.project_id
       where d.state = 'pending' and d.next_at <= $1 and (r.enabled or d.is_manual)
       order by d.next_at, d.id limit 1
       for update of d
     ), leased as (
       update project_webhooks w set lease_until = $2, served_at = $1
       from receiver r where w.project_id = r.project_id and exists (select from chosen)
       returning w.address, w.format, w.sealed_secret, w.lease_until
     )
     update webhook_deliveries d set tries = d.tries + 1, tried_at = $1
     from chosen, leased where d.id = chosen.id
     returning d.id, d.project_id, chosen.name as project_name, d.kind, d.told, d.at, d.tries, d.is_manual,
       leased.address, leased.format, leased.sealed_secret, leased.lease_until`,
    [now, leaseUntil],
  );
  return rows[0];
}

export interface Marking {
  state: DeliveryRow['state'];
  nextAt: Date;
  status: number | null;
  durationMs: number;
  error: string | null;
  response: string | null;
}

/** Records how a try ended and returns the lease. Who has lost the lease meanwhile changes nothing. */
export async function markDelivery(db: Database, claimed: ClaimedDelivery, marking: Marking): Promise<void> {
  // Dropped during the try, it must not wait for another one.
  const isOpen = marking.state === 'pending' ? eq(webhookDeliveries.state, 'pending') : undefined;
  await db.transaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set(marking)
      .where(and(eq(webhookDeliveries.id, claimed.id), eq(webhookDeliveries.tries, claimed.tries), isOpen));
    const failures = marking.state === 'delivered' ? 0 : sql`${projectWebhooks.failures} + 1`;
    await tx.update(projectWebhooks).set({ leaseUntil: null, failures }).where(isLeased(claimed));
  });
}

/** Gives a claim back untried: this server is stopping. */
export async function returnDelivery(db: Database, claimed: ClaimedDelivery, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({ tries: claimed.tries - 1, nextAt: now })
      .where(and(eq(webhookDeliveries.id, claimed.id), eq(webhookDeliveries.tries, claimed.tries)));
    await tx.update(projectWebhooks).set({ leaseUntil: null }).where(isLeased(claimed));
  });
}

const isLeased = ({ project_id: projectId, lease_until: leaseUntil }: ClaimedDelivery) =>
  and(eq(projectWebhooks.projectId, projectId), eq(projectWebhooks.leaseUntil, leaseUntil));
