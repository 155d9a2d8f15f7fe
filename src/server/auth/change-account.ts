import { sql } from 'drizzle-orm';
import type { EventActor, Id } from '#contract/fields.ts';
import { notifyValues } from '#server/platform/bus.ts';
import { type Actor, type Context, type Services, presentActor } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { auditLog } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import { isEmail } from './rules.ts';

const TOPIC = 'principal';
/** Instead of an account id: invalidates the cached principals of all accounts. */
export const EVERYBODY = '*';
/** Key of the advisory lock that every operation takes which could remove the last administrator. */
const ADMINISTRATORS_LOCK = 4_712_002;

/** A `change` to an account: cached principals are invalidated here at once, on other servers at commit. */
export async function changeAccount<T>(
  ctx: Context,
  userId: string,
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  return changeAccounts(ctx, [userId], work);
}

/** The same for a change to what several accounts may do. */
export async function changeAccounts<T>(
  ctx: Context,
  userIds: readonly string[],
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  const result = await change(ctx, async (tx, emit) => {
    const value = await work(tx, emit);
    for (const userId of userIds) await notifyServers(tx, userId);
    return value;
  });
  for (const userId of userIds) ctx.bus.tellHere(TOPIC, userId);
  return result;
}

/** The same for a change that another library has already committed. */
export async function dropPrincipal({ db, bus }: Services, userId: string): Promise<void> {
  bus.tellHere(TOPIC, userId);
  await notifyServers(db, userId);
}

/**
 * Sent in the transaction, not batched after it: every server that listens gets it when the change commits, and one
 * that lost its connection empties its caches when it is back.
 */
async function notifyServers(db: Database | Tx, userId: string): Promise<void> {
  const [channel, payload] = notifyValues(TOPIC, userId);
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Serialises administrators who demote each other, so that one of them remains. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
}

/**
 * The actor of an account's change to itself. The audit log outlives the account, so it has the id and not the name.
 */
export const accountActor = (userId: Id): EventActor => ({ kind: 'user', id: userId, name: '' });

export async function audit(
  ctx: Context,
  tx: Tx,
  entry: Pick<typeof auditLog.$inferInsert, 'action' | 'subject' | 'outcome' | 'durationMs'> & {
    /** Overrides the actor of the request. */
    actor?: EventActor;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await tx.insert(auditLog).values({ id: newId(), actor: loggedActor(ctx.actor), createdAt: ctx.now(), ...entry });
}

/** Without the address that stands in for a missing name: the log outlives the account. */
function loggedActor(actor: Actor): EventActor {
  const shown = presentActor(actor);
  return shown.kind === 'user' && isEmail(shown.name) ? { ...shown, name: '' } : shown;
}
