import { sql } from 'drizzle-orm';
import type { EventActor, Id } from '#contract/fields.ts';
import { notifyValues } from '#server/platform/bus.ts';
import { type Context, type Services, presentActor } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { auditLog } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';

const TOPIC = 'principal';
/** Instead of one account's id: what is kept about anybody is dropped. */
export const EVERYBODY = '*';
/** Any fixed number: whoever may take the last administrator away asks for this lock first. */
const ADMINISTRATORS_LOCK = 4_712_002;

/** A `change` to who somebody is: what servers keep about the account is dropped, here at once, elsewhere on commit. */
export async function changeAccount<T>(
  ctx: Context,
  userId: string,
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  const result = await change(ctx, async (tx, emit) => {
    const value = await work(tx, emit);
    await notifyServers(tx, userId);
    return value;
  });
  ctx.bus.tellHere(TOPIC, userId);
  return result;
}

/** The same for a change that another library has already committed. */
export async function dropPrincipal({ db, bus }: Services, userId: string): Promise<void> {
  bus.tellHere(TOPIC, userId);
  await notifyServers(db, userId);
}

/** In the transaction, not gathered after it: that somebody may no longer come in reaches every server for certain. */
async function notifyServers(db: Database | Tx, userId: string): Promise<void> {
  const [channel, payload] = notifyValues(TOPIC, userId);
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Two administrators who remove each other wait for one another, so that one of them stays. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
}

/** An account that does something to itself. The log stays when the account goes, so it keeps the id and not the name. */
export const accountActor = (userId: Id): EventActor => ({ kind: 'user', id: userId, name: '' });

export async function audit(
  ctx: Context,
  tx: Tx,
  entry: Pick<typeof auditLog.$inferInsert, 'action' | 'subject' | 'outcome' | 'durationMs'> & {
    /** Where it is not the caller as the request knows it. */
    actor?: EventActor;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await tx.insert(auditLog).values({ id: newId(), actor: presentActor(ctx.actor), createdAt: ctx.now(), ...entry });
}
