import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { OccurrenceKind, Told } from '#server/platform/db/tables/index.ts';
import { KIND_OF } from '../occurrence.ts';
import { isOnByDefault } from '../rules.ts';
import { isAmongPeople } from '#server/platform/db/of-person.ts';

export interface ClaimedPerson {
  user_id: Id;
  lease_until: Date;
  failures: number;
}

/**
 * Claims a person for whom a mail is due and who got none within the gathering time, with a lease: each person is mailed
 * by one server at a time.
 */
export async function claimPerson(pool: pg.Pool, now: Date, leaseUntil: Date): Promise<ClaimedPerson | undefined> {
  const { rows } = await pool.query<ClaimedPerson>(
    `insert into notification_mailings as g (user_id, not_before, lease_until)
     select m.user_id, $1, $2 from notification_mails m
     where m.settled_at is null and m.due_at <= $1 and not exists (
       select from notification_mailings other
       where other.user_id = m.user_id and (other.not_before > $1 or other.lease_until > $1))
     order by m.due_at limit 1
     on conflict (user_id) do update set lease_until = excluded.lease_until
       where g.not_before <= $1 and (g.lease_until is null or g.lease_until <= $1)
     returning g.user_id, g.lease_until, g.failures`,
    [now, leaseUntil],
  );
  return rows[0];
}

export interface WaitingMail {
  id: Id;
  project_id: Id;
  project_name: string;
  email: string;
  kind: OccurrenceKind;
  told: Told;
  at: Date;
  is_due: boolean;
  /** Still true, and the person still wants to be told. */
  is_wanted: boolean;
}

const GATHERED_MAX = 200;

const SWITCH = `case m.kind ${Object.entries(KIND_OF)
  .map(([kind, name]) => `when '${kind}' then '${name}'`)
  .join(' ')} end`;
const DEFAULTS = Object.values(KIND_OF).filter((name) => isOnByDefault('email', name));
/** Somebody who may only look is not asked to do anything, unless they want to be told. */
const IS_VIEWER = `exists (select from project_members v where v.project_id = p.id and v.user_id = u.id and v.role = 'viewer')`;
const IS_ON = `coalesce((c.email ->> ${SWITCH})::boolean, not p.is_example and not ${IS_VIEWER} and ${SWITCH} in (${DEFAULTS.map((name) => `'${name}'`).join(', ')}))`;

/**
 * A question without an answer, and not a later one; a block that was not lifted; an unfinished task that nobody has
 * called about since its agent stopped.
 */
const STILL_STANDS = `
  case when m.told ->> 'taskId' is null then true
  when t.id is null or t.deleted_at is not null then m.kind not in ('asked', 'blocked', 'stopped')
  when m.kind = 'asked' then t.is_asking and (t.question ->> 'asked_at')::timestamptz <= m.at + interval '1 second'
  when m.kind = 'blocked' then t.blocked_reason is not null
  when m.kind = 'stopped' then not t.is_completed and not exists (
    select from batons b where b.task_id = t.id and b.expires_at > $2 and b.last_call_at > m.at)
  else true end`;

/** What waits to be mailed to a person, in all projects, oldest first. What is due comes first where there is more than one mail takes. */
export async function listWaiting(pool: pg.Pool, userId: Id, now: Date): Promise<WaitingMail[]> {
  const { rows } = await pool.query<WaitingMail>(
    `select m.id, m.project_id, p.name as project_name, u.email, m.kind, m.told, m.at, m.due_at <= $2 as is_due,
       u.status = 'active' and u.email_verified and ${isAmongPeople('p', 'u.id')} and p.deleted_at is null and ${IS_ON}
         and m.at > $2::timestamptz - interval '1 day' and ${STILL_STANDS} as is_wanted
     from notification_mails m
     join users u on u.id = m.user_id
     join projects p on p.id = m.project_id
     left join notification_choices c on c.user_id = m.user_id and c.project_id = m.project_id
     left join tasks t on t.id = (m.told ->> 'taskId')::uuid and t.project_id = m.project_id
     where m.user_id = $1 and m.settled_at is null
     order by m.due_at, m.id limit ${GATHERED_MAX}`,
    [userId, now],
  );
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

export async function settleMails(db: pg.Pool, ids: readonly Id[], outcome: 'sent' | 'moot', now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `update notification_mails set settled_at = $3, outcome = $2 where id = any ($1::uuid[]) and settled_at is null`,
    [ids, outcome, now],
  );
}

/** Returns the lease, and says when the person may be mailed next. */
export async function endMailing(
  pool: pg.Pool,
  { user_id: userId, lease_until: leaseUntil }: ClaimedPerson,
  { notBefore, failures }: { notBefore: Date; failures: number },
): Promise<void> {
  await pool.query(
    `update notification_mailings set lease_until = null, not_before = $3, failures = $4
     where user_id = $1 and lease_until = $2`,
    [userId, leaseUntil, notBefore, failures],
  );
}
