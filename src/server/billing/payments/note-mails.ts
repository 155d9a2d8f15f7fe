import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/platform/db/client.ts';
import {
  type PaymentMailFacts,
  type PaymentMailKind,
  paymentMails,
  systemSettings,
} from '#server/platform/db/tables/index.ts';
import type { PaymentMail } from './mail-rules.ts';

/**
 * Outbox: mails are inserted in the transaction of what they report, deduplicated by key. Teams have no plans: there
 * they are marked as sent, else they would be sent late should plans come back.
 */
export async function noteMails(tx: Tx, paymentId: string, mails: readonly PaymentMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  const sendAt = (await isTeam(tx)) ? null : now;
  const rows = mails.map((mail) => ({ paymentId, ...mail, sendAt, createdAt: now }));
  await tx.insert(paymentMails).values(rows).onConflictDoNothing();
}

async function isTeam(tx: Tx): Promise<boolean> {
  const [row] = await tx.select({ kind: systemSettings.instanceKind }).from(systemSettings);
  return row?.kind === 'team';
}

export interface DueMail extends Record<string, unknown> {
  payment_id: string;
  kind: PaymentMailKind;
  about: string;
  facts: PaymentMailFacts;
  tries: number;
  email: string;
}

/**
 * Claims one due mail and marks it as sent before sending (at most once): two servers, or one that restarts, do not
 * send it twice; a failed sender puts it back.
 */
export async function takeDueMail(db: Database, now: Date): Promise<DueMail | undefined> {
  const { rows } = await db.execute<DueMail>(sql`
    with due as (
      select payment_id, kind, about from payment_mails where send_at <= ${now.toISOString()}::timestamptz
      order by send_at, created_at limit 1 for update skip locked
    ), taken as (
      update payment_mails m set send_at = null, tries = m.tries + 1 from due
      where (m.payment_id, m.kind, m.about) = (due.payment_id, due.kind, due.about)
      returning m.payment_id, m.kind, m.about, m.facts, m.tries
    )
    select taken.*, users.email from taken
    join payment_subscriptions p on p.id = taken.payment_id join users on users.id = p.user_id`);
  return rows[0];
}

export async function putMailBack(db: Database, { payment_id, kind, about }: DueMail, at: Date): Promise<void> {
  await db.execute(sql`
    update payment_mails set send_at = ${at.toISOString()}::timestamptz
    where payment_id = ${payment_id} and kind = ${kind} and about = ${about}`);
}
