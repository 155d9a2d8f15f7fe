import type { Tx } from '#server/platform/db/client.ts';
import { batonLosses } from '#server/platform/db/tables/index.ts';
import { type Caller, hasProven } from './caller.ts';
import type { HeldRow } from './read-batons.ts';

interface Loss {
  why: string;
  /** Who ended it; a holder that ended its own baton need not be told. */
  by: Caller;
  now: Date;
}

/**
 * Stores a loss to be told on the holder's next call, which is recognised by session, name or token. Where the taker
 * has the same name, the loss would reach the taker: then only the token tells the two apart.
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
