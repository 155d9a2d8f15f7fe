import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/platform/db/client.ts';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import type { RunRow } from './queries.ts';
import { interrupted } from './rules.ts';

/** A run that was declared dead has been refunded: it must not write or answer any more (fencing). */
export async function requireRunning(tx: Tx, run: RunRow): Promise<void> {
  const isIt = and(eq(generationRuns.id, run.id), eq(generationRuns.status, 'running'));
  const [row] = await tx.select({ id: generationRuns.id }).from(generationRuns).where(isIt).for('update');
  if (row === undefined) throw interrupted();
}
