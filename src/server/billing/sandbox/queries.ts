import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { sandboxSubscriptions } from '#server/platform/db/tables/index.ts';
import type { SandboxRow } from './rules.ts';

/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** By id, or by the secret in the URL of its pages. */
export type Named = { id: string } | { token: string };

const isNamed = (named: Named) =>
  'id' in named ? eq(sandboxSubscriptions.id, named.id) : eq(sandboxSubscriptions.pageToken, named.token);

export async function findSubscription(db: Database, named: Named): Promise<SandboxRow | undefined> {
  if ('token' in named && !TOKEN.test(named.token)) return undefined;
  const [row] = await db.select().from(sandboxSubscriptions).where(isNamed(named));
  return row;
}

/** The same with a row lock. */
export async function lockSubscription(tx: Tx, named: Named): Promise<SandboxRow | undefined> {
  if ('token' in named && !TOKEN.test(named.token)) return undefined;
  const [row] = await tx.select().from(sandboxSubscriptions).where(isNamed(named)).for('update');
  return row;
}

/** Due subscriptions with a row lock; `skip locked` leaves those of another server to it. */
export const lockDue = (tx: Tx, now: Date, limit: number): Promise<SandboxRow[]> =>
  tx
    .select()
    .from(sandboxSubscriptions)
    .where(
      and(
        eq(sandboxSubscriptions.status, 'ACTIVE'),
        isNotNull(sandboxSubscriptions.nextBillingTime),
        lte(sandboxSubscriptions.nextBillingTime, now),
      ),
    )
    .orderBy(asc(sandboxSubscriptions.nextBillingTime))
    .limit(limit)
    .for('update', { skipLocked: true });
