import { eq } from 'drizzle-orm';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { sandboxMessages, sandboxSubscriptions } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type Named, lockDue, lockSubscription } from './queries.ts';
import { type Act, type Change, type SandboxEvent, type SandboxRow, chargeDue } from './rules.ts';

type Books = Pick<Services, 'db' | 'now'>;

export interface Changed {
  /** State afterwards. Undefined: unknown. */
  row: SandboxRow | undefined;
  /** Whether the act applied. */
  done: boolean;
  /** Ids of webhooks to deliver. */
  messages: string[];
}

/** Applies an act to a subscription and sends its webhooks. */
export type Happen = (named: Named, act: Act) => Promise<Changed>;

const AT_ONCE = 50;

/** Applies an act to one subscription. The state and its webhooks (outbox) are written in one transaction. */
export function changeBooks({ db, now }: Books, named: Named, act: Act): Promise<Changed> {
  return db.transaction(async (tx) => {
    const row = await lockSubscription(tx, named);
    const at = now();
    const change = row === undefined ? undefined : act(row, at);
    if (change === undefined) return { row, done: false, messages: [] };
    return { row: change.row, done: true, messages: await write(tx, change, at) };
  });
}

/** Charges what is due. Several servers may run this: rows locked by another are skipped. */
export function chargeAllDue({ db, now }: Books): Promise<void> {
  return db.transaction(async (tx) => {
    const at = now();
    for (const row of await lockDue(tx, at, AT_ONCE)) {
      const change = chargeDue(row, at);
      if (change !== undefined) await write(tx, change, at);
    }
  });
}

async function write(tx: Tx, { row, events }: Change, now: Date): Promise<string[]> {
  const { status, startTime, nextBillingTime, failedPayments, payments, declines } = row;
  await tx
    .update(sandboxSubscriptions)
    .set({ status, startTime, nextBillingTime, failedPayments, payments, declines, updatedAt: now })
    .where(eq(sandboxSubscriptions.id, row.id));
  if (events.length === 0) return [];
  const messages = events.map((event) => writeMessage(row.id, event, now));
  await tx.insert(sandboxMessages).values(messages);
  return messages.map(({ id }) => id);
}

function writeMessage(subscriptionId: string, event: SandboxEvent, now: Date) {
  const id = `WH-${newId()}`;
  const body = { id, event_type: event, create_time: now.toISOString(), resource: { id: subscriptionId } };
  return { id, body: JSON.stringify(body), deliverAt: now, createdAt: now };
}
