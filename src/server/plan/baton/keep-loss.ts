import type { Tx } from '#server/platform/db/client.ts';
import { batonLosses } from '#server/platform/db/tables/index.ts';
import { type Caller, hasProven } from './caller.ts';
import type { HeldRow } from './read-batons.ts';

interface Loss {
  why: string;
  /** Who ended it; whoever ends its own baton knows. */
  by: Caller;
  now: Date;
}

/**
 * The holder is told on its next call: it is known by its session or name, and by the token it may send. What is left for
 * a name that the taker has too would reach the taker: then only the token tells them apart.
 */
export async function keepLoss(tx: Tx, baton: HeldRow, { why, by, now }: Loss): Promise<void> {
  if (baton.holder.kind !== 'agent' || hasProven(baton, by)) return;
  const { projectId, fence, tokenHash, number: taskNumber } = baton;
  const own = [by.holderKey, by.clientKey];
  const holderKey = own.includes(baton.holderKey) ? '' : baton.holderKey;
  const clientKey = own.includes(baton.clientKey) ? holderKey : baton.clientKey;
  const told = { by: by.holder.name || 'A person', reason: why, createdAt: now };
  await tx
    .insert(batonLosses)
    .values({ projectId, holderKey, clientKey, fence, tokenHash, taskNumber, ...told })
    .onConflictDoNothing();
}
