import { sql } from 'drizzle-orm';
import { notifyValues } from '#server/platform/bus.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Told } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { KIND_OF, type Occurrence } from './occurrence.ts';
import { isOnByDefault, mailDelayMs } from './rules.ts';

/** Topic of the bus: there may be something to send. */
export const NOTIFICATIONS_TOPIC = 'notifications';

const QUEUE_MAX = 1_000;
const QUEUE_DROPPED = `Dropped: more than ${QUEUE_MAX.toLocaleString('en-US')} deliveries were waiting.`;

/**
 * Enters what is to be sent about occurrences, in the transaction that records them (transactional outbox). Idempotent
 * by project, number, kind and channel. Nothing is entered for channels that are off, nor for what is older than a day:
 * a backlog that is worked through must not flood anybody.
 */
export async function noteOccurrences(tx: Tx, occurrences: readonly Occurrence[]): Promise<void> {
  if (occurrences.length === 0) return;
  const rows = JSON.stringify(occurrences.map(toRow));
  const { rows: mailed } = await tx.execute<{ id: string }>(sql`
    insert into notification_mails (id, user_id, project_id, seq, kind, told, at, due_at)
    select gen_random_uuid(), person.user_id, o.project_id, o.seq, o.kind, o.told, o.at, o.due_at
    from jsonb_to_recordset(${rows}::jsonb) as o (project_id uuid, seq bigint, kind text, switch text,
      is_on boolean, told jsonb, at timestamptz, due_at timestamptz)
    join projects p on p.id = o.project_id and p.deleted_at is null
    cross join lateral (
      select p.user_id, true as may_edit
      union all
      select m.user_id, m.role <> 'viewer' from project_members m where m.project_id = p.id and m.left_at is null
    ) person
    left join notification_choices c on c.user_id = person.user_id and c.project_id = p.id
    where coalesce((c.email ->> o.switch)::boolean, o.is_on and person.may_edit and not p.is_example) and o.at > now() - interval '1 day'
    on conflict (project_id, seq, kind, user_id) do nothing
    returning id`);
  const { rows: entered } = await tx.execute<{ project_id: string }>(sql`
    insert into webhook_deliveries (id, project_id, seq, kind, told, at, next_at)
    select o.delivery_id, o.project_id, o.seq, o.kind, o.told, o.at, o.at
    from jsonb_to_recordset(${rows}::jsonb) as o (delivery_id uuid, project_id uuid, seq bigint, kind text, switch text,
      told jsonb, at timestamptz)
    join project_webhooks w on w.project_id = o.project_id and w.enabled and o.switch = any (w.kinds)
    where o.at > now() - interval '1 day'
    on conflict (project_id, seq, kind) do nothing
    returning project_id`);
  if (entered.length > 0) await dropOldest(tx, [...new Set(entered.map(({ project_id }) => project_id))]);
  // Inside the transaction: rare, and delivered to every server when it commits.
  if (entered.length > 0 || mailed.length > 0) {
    const [channel, payload] = notifyValues(NOTIFICATIONS_TOPIC, 'noted');
    await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
  }
}

function toRow({ kind, projectId, seq, at, text, taskId, taskNumber, taskTitle, agent }: Occurrence) {
  const told: Told = { taskId, taskNumber, taskTitle, agent, text };
  const name = KIND_OF[kind];
  return {
    delivery_id: newId(),
    project_id: projectId,
    seq,
    kind,
    switch: name,
    is_on: isOnByDefault('email', name),
    told,
    at: at.toISOString(),
    due_at: new Date(at.getTime() + mailDelayMs(kind)).toISOString(),
  };
}

/** Bounds the queue of a receiver that does not answer: the newest are worth more than the oldest. */
async function dropOldest(tx: Tx, projectIds: readonly string[]): Promise<void> {
  for (const projectId of projectIds)
    await tx.execute(sql`
      update webhook_deliveries set state = 'dropped', error = ${QUEUE_DROPPED}
      where id in (
        select id from webhook_deliveries where project_id = ${projectId} and state = 'pending'
        order by created_at desc, at desc, id desc offset ${QUEUE_MAX})`);
}
