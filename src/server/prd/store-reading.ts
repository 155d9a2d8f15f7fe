import { eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Reading } from '#contract/requirement.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { type KeptReading, type ReadingCounts, type WorkLines, prdReadings } from '#server/platform/db/tables/index.ts';
import { countReading } from './rules.ts';
import { storeRequirements } from './store-requirements.ts';

/** The current revision of the PRD, and the one that was last read. */
export interface ReadingMark {
  revision: number;
  readRevision: number;
  /** The version that was read. */
  version: number | null;
}

export interface StoredReading extends ReadingMark {
  reading: KeptReading;
  counts: ReadingCounts;
  work: WorkLines[];
}

/**
 * Increments the revision when the text or a role changes, which invalidates the stored reading. The caller has locked
 * the project.
 */
export async function bumpRevision(tx: Tx, projectId: Id): Promise<number> {
  const [row] = await tx
    .insert(prdReadings)
    .values({ projectId, revision: 1 })
    .onConflictDoUpdate({ target: prdReadings.projectId, set: { revision: sql`${prdReadings.revision} + 1` } })
    .returning({ revision: prdReadings.revision });
  if (row === undefined) throw new Error('the revision was not counted');
  return row.revision;
}

const MARK = {
  revision: prdReadings.revision,
  readRevision: prdReadings.readRevision,
  version: prdReadings.version,
};

/** The current and the read revision; undefined where neither text nor roles were ever stored. */
export async function findMark(db: Database | Tx, projectId: Id): Promise<ReadingMark | undefined> {
  const [row] = await db.select(MARK).from(prdReadings).where(eq(prdReadings.projectId, projectId));
  return row;
}

/** The last stored reading, stale or not; undefined before the first. */
export async function findReading(db: Database | Tx, projectId: Id): Promise<StoredReading | undefined> {
  const [row] = await db.select().from(prdReadings).where(eq(prdReadings.projectId, projectId));
  if (row === undefined) return undefined;
  const { reading, counts, work, ...mark } = row;
  return reading === null || counts === null || work === null ? undefined : { ...mark, reading, counts, work };
}

/** The counts without the reading itself. */
export async function findCounts(
  db: Database | Tx,
  projectId: Id,
): Promise<(ReadingMark & Pick<StoredReading, 'counts' | 'work'>) | undefined> {
  const [row] = await db
    .select({ ...MARK, counts: prdReadings.counts, work: prdReadings.work })
    .from(prdReadings)
    .where(eq(prdReadings.projectId, projectId));
  if (row === undefined) return undefined;
  const { counts, work, ...mark } = row;
  return counts === null || work === null ? undefined : { ...mark, counts, work };
}

/** Allows slightly more than the storage limit: reading a stored PRD must not fail for the bytes derived from it. */
export async function spareForReading(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('baton.spare', 'reading', true)`);
}

/**
 * Stores the reading of a version with its requirements. `revision` is the one that was read: if it is no longer the
 * newest, the PRD is read again on next use. The caller has locked the project.
 */
export async function storeReading(
  tx: Tx,
  projectId: Id,
  { version, content, revision, reading }: { version: number; content: string; revision: number; reading: Reading },
): Promise<void> {
  const { requirements, counts: _counts, ...rest } = reading;
  const kept = {
    version,
    readRevision: revision,
    reading: rest,
    ...countReading(content, reading),
  };
  await tx
    .insert(prdReadings)
    .values({ projectId, revision, ...kept })
    .onConflictDoUpdate({ target: prdReadings.projectId, set: kept });
  await storeRequirements(tx, projectId, { version, found: requirements });
}
