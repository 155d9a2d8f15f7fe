import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { type ReservedUsage, generationChunks, generationRuns } from '#server/platform/db/tables/index.ts';
import type { ChunkShelf } from './planner.ts';

export type RunRow = typeof generationRuns.$inferSelect;
export type RunKind = RunRow['kind'];

export async function findRun(
  db: Database | Tx,
  projectId: Id,
  kind: RunKind,
  sessionId: string,
): Promise<RunRow | undefined> {
  const isIt = and(
    eq(generationRuns.projectId, projectId),
    eq(generationRuns.kind, kind),
    eq(generationRuns.sessionId, sessionId),
  );
  const [row] = await db.select().from(generationRuns).where(isIt);
  return row;
}

export async function findRunning(db: Database | Tx, projectId: Id): Promise<RunRow | undefined> {
  const isIt = and(
    eq(generationRuns.projectId, projectId),
    eq(generationRuns.kind, 'plan'),
    eq(generationRuns.status, 'running'),
  );
  const [row] = await db.select().from(generationRuns).where(isIt).orderBy(desc(generationRuns.createdAt)).limit(1);
  return row;
}

/** A charged preview that was not yet used for a plan; a failed run has not used it up. */
export async function findPaidPreview(
  db: Database | Tx,
  paid: { projectId: Id; userId: Id; asked: string; since: Date },
): Promise<string | undefined> {
  const isIt = and(
    eq(generationRuns.projectId, paid.projectId),
    eq(generationRuns.kind, 'preview'),
    eq(generationRuns.userId, paid.userId),
    eq(generationRuns.status, 'completed'),
    gt(generationRuns.createdAt, paid.since),
    sql`${generationRuns.reserved} @> ${JSON.stringify({ asked: paid.asked, taskGenerations: 1 })}::jsonb`,
    sql`not exists (
      select from generation_runs as made
      where made.project_id = ${paid.projectId} and made.kind = 'plan' and made.status <> 'failed'
        and made.reserved ->> 'paidBy' = ${generationRuns.id}::text)`,
  );
  const query = db.select({ id: generationRuns.id }).from(generationRuns).where(isIt);
  const [row] = await query.orderBy(asc(generationRuns.createdAt)).limit(1);
  return row?.id;
}

/** Reservations of a person's runs that have not ended yet. */
export async function listPending(db: Database | Tx, userId: Id): Promise<ReservedUsage[]> {
  const isIt = and(eq(generationRuns.userId, userId), eq(generationRuns.status, 'running'));
  const rows = await db.select({ reserved: generationRuns.reserved }).from(generationRuns).where(isIt);
  return rows.flatMap(({ reserved }) => reserved ?? []);
}

/** Cached answers of a model. */
export function openChunks(db: Database, projectId: Id): ChunkShelf {
  return {
    async find(hash) {
      const isIt = and(eq(generationChunks.projectId, projectId), eq(generationChunks.hash, hash));
      const [row] = await db.select({ value: generationChunks.value }).from(generationChunks).where(isIt);
      return row?.value;
    },
    async keep(hash, value) {
      await db.execute(sql`
        insert into generation_chunks (project_id, hash, value) values (${projectId}, ${hash}, ${JSON.stringify(value)}::jsonb)
        on conflict (project_id, hash) do update set value = excluded.value, created_at = now()`);
    },
  };
}
