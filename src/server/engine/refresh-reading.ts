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

/** Every further try means that somebody changed a role or the text meanwhile. */
const TRIES = 5;

/**
 * The newest PRD, read with the roles that are set now; null before there is one. Where the text or a role has changed
 * since it was read, it is read again: with no transaction open, and stored only if nothing has changed meanwhile.
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
      // Whoever set the role may have been interrupted before anybody was told.
      if (mark !== undefined)
        emit(`project:${project.id}`, 'prd.updated', { version, cause: 'roles', work_lines: reading.counts.work });
      return true;
    });
    if (isStored || attempt === TRIES) return { version: prd.version, ...countReading(prd.content, reading) };
  }
}

/** A text that was read before by another reader has not changed by being read again. */
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
  /** Looked up first: whatever changes after is seen when the reading is stored. */
  revision: number;
  previous: Requirement[];
  roles: KeptRole[];
}

/** What a text of a project is read with. */
export async function readBasis(ctx: EngineContext, projectId: Id): Promise<Basis> {
  const mark = await findMark(ctx.db, projectId);
  const kept = await readRequirements(ctx.db, projectId);
  return { revision: mark?.revision ?? 0, previous: kept?.found ?? [], roles: await listRoles(ctx.db, projectId) };
}

/** The same for a text that takes the place of the newest: that one is read first, so that what stays keeps its id. */
export async function readNextBasis(ctx: EngineContext, projectId: Id): Promise<Basis> {
  try {
    await refreshReading(ctx, projectId);
  } catch (error) {
    // What was there may be more than the reader takes: that must not keep a smaller text out.
    if (!(error instanceof AppError) || error.type !== 'PAYLOAD_TOO_LARGE') throw error;
  }
  return readBasis(ctx, projectId);
}
