import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { savePrd as endpoint } from '#contract/prd.ts';
import { reserveUsage } from '#server/billing/index.ts';
import { listTraced, readTaskLimit } from '#server/plan/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { findMark, findPrd, hasPrd, storePrd, storeReading } from '#server/prd/index.ts';
import { holdProject, requireProject, requireWritable } from '#server/projects/index.ts';
import { confirmUsage } from './confirm-usage.ts';
import type { EngineContext } from './context.ts';
import type { ReadPrd } from './planner.ts';
import { type Basis, readNextBasis, refreshReading } from './refresh-reading.ts';
import { countCoverage, requireSize } from './rules.ts';

type Input = InputOf<typeof endpoint>;
type Saved = Pick<AnswerOf<typeof endpoint>, 'version' | 'isNew'>;

const TRIES = 5;

/**
 * Stores a PRD without planning it, charged as an upload, in one transaction; refused if it cannot be read. Idempotent:
 * unchanged text makes no version and is not charged.
 */
export async function savePrd(ctx: EngineContext, input: Input): Promise<AnswerOf<typeof endpoint>> {
  requireSize(input.content);
  const project = await requireWritable(ctx, ctx.db, await requireProject(ctx, input.id));
  const newest = await findPrd(ctx.db, project.id);
  const saved =
    newest?.content === input.content
      ? { version: newest.version, isNew: false }
      : await saveNew(ctx, project.id, input);
  if (saved.isNew) await confirmUsage(ctx, project.userId as Id);
  const counted = await refreshReading(ctx, project.id);
  return { ...saved, coverage: countCoverage(counted, await listTraced(ctx.db, project.id)) };
}

async function saveNew(ctx: EngineContext, projectId: Id, input: Input): Promise<Saved> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const basis = await readNextBasis(ctx, projectId);
    const maxTasks = await readTaskLimit(ctx);
    const read = await ctx.engine.read(input.content, { actor: ctx.actor, kind: 'save', maxTasks, ...basis });
    const saved = await store(ctx, projectId, { input, basis, read });
    if (saved !== null) return saved;
  }
  throw new AppError('CONFLICT', 'The PRD is being changed by somebody else right now. Save it again in a moment.');
}

/** null where the revision has changed since the text was read. */
async function store(
  ctx: EngineContext,
  projectId: Id,
  { input, basis, read }: { input: Input; basis: Basis; read: ReadPrd },
): Promise<Saved | null> {
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, projectId);
    const mark = await findMark(tx, project.id);
    if ((mark?.revision ?? 0) !== basis.revision) return null;
    const { content, filename } = input;
    const isUpload = !(await hasPrd(tx, project.id, content));
    await reserveUsage(ctx, tx, project.userId as Id, { prdUploads: isUpload ? 1 : 0, taskGenerations: 0 });
    const { version, isNew } = await storePrd(tx, project.id, { content, filename, now: ctx.now() });
    const { revision } = (await findMark(tx, project.id)) ?? basis;
    await storeReading(tx, project.id, { version, content, revision, reading: read.reading });
    const work_lines = read.reading.counts.work;
    emit(`project:${project.id}`, 'prd.updated', { version, cause: 'saved', work_lines });
    return { version, isNew };
  });
}
