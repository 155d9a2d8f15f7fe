import type { Id } from '#contract/fields.ts';
import type { KeptRole, Requirement } from '#contract/requirement.ts';
import { carryHashes, readTaskLimit } from '#server/plan/index.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import {
  type PrdText,
  countReading,
  findCounts,
  findMark,
  findPrd,
  hashRequirement,
  listRoles,
  readHashes,
  readRequirements,
  spareForReading,
  storeReading,
} from '#server/prd/index.ts';
import { requireProject } from '#server/projects/index.ts';
import type { EngineContext } from './context.ts';
import type { Counted } from './rules.ts';

/** Each retry means that a role or the text was changed concurrently. */
const TRIES = 5;

/**
 * The newest PRD, read with the current roles; null before there is one. A stale reading is computed again, without an
 * open transaction, and stored only if the revision is unchanged (optimistic concurrency control).
 */
export async function refreshReading(ctx: EngineContext, projectId: Id): Promise<Counted | null> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await findCounts(ctx.db, projectId);
    if (known !== undefined && known.readRevision >= known.revision && known.version !== null)
      return { version: known.version, counts: known.counts, work: known.work };
    const basis = await readBasis(ctx, projectId);
    const prd = await findPrd(ctx.db, projectId);
    if (prd === undefined) return null;
    const maxTasks = await readTaskLimit(ctx);
    const { reading } = await ctx.engine.read(prd.content, { actor: ctx.actor, kind: 'save', maxTasks, ...basis });
    const isFirst = known === undefined;
    const isStored = await change(ctx, async (tx, emit) => {
      const project = await requireProject(ctx, projectId, { db: tx, lock: true });
      const mark = await findMark(tx, project.id);
      if ((mark?.revision ?? 0) !== basis.revision) return false;
      await spareForReading(tx);
      if (isFirst) await carryOver(tx, project.id, prd, reading.requirements);
      const { version, content } = prd;
      await storeReading(tx, project.id, { version, content, revision: basis.revision, reading });
      // The request that set the role may have died before it emitted the event.
      if (mark !== undefined)
        emit(`project:${project.id}`, 'prd.updated', { version, cause: 'roles', work_lines: reading.counts.work });
      return true;
    });
    if (isStored || attempt === TRIES) return { version: prd.version, ...countReading(prd.content, reading) };
  }
}

/** Tasks keep their requirements when only the version of the reader has changed. */
async function carryOver(tx: Tx, projectId: Id, prd: PrdText, found: readonly Requirement[]): Promise<void> {
  const kept = await readRequirements(tx, projectId);
  if (kept?.version !== prd.version) return;
  const hashes = await readHashes(tx, projectId);
  const moved = found.flatMap((each) => {
    const from = hashes.get(each.id);
    const to = hashRequirement(each);
    return from === undefined || from === to ? [] : [{ id: each.id, from, to }];
  });
  await carryHashes(tx, projectId, moved);
}

export interface Basis {
  /** Read first, so that any later change is detected when the reading is stored. */
  revision: number;
  previous: Requirement[];
  roles: KeptRole[];
}

/** The inputs of a reading. */
export async function readBasis(ctx: EngineContext, projectId: Id): Promise<Basis> {
  const mark = await findMark(ctx.db, projectId);
  const kept = await readRequirements(ctx.db, projectId);
  return { revision: mark?.revision ?? 0, previous: kept?.found ?? [], roles: await listRoles(ctx.db, projectId) };
}

/** The same for a new text: the current one is read first, so that unchanged requirements keep their id. */
export async function readNextBasis(ctx: EngineContext, projectId: Id): Promise<Basis> {
  try {
    await refreshReading(ctx, projectId);
  } catch (error) {
    // The current text may exceed the reader's limit, which must not keep a smaller one out.
    if (!(error instanceof AppError) || error.type !== 'PAYLOAD_TOO_LARGE') throw error;
  }
  return readBasis(ctx, projectId);
}
