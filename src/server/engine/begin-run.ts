import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { reserveUsage } from '#server/billing/index.ts';
import { tellGeneration } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import { hasPrd } from '#server/prd/index.ts';
import { requireProject, requireWritable } from '#server/projects/index.ts';
import { failOrphan } from './fail-run.ts';
import type { Planner } from './planner.ts';
import { type RunKind, type RunRow, findPaidPreview, findRun, findRunning } from './queries.ts';
import { ANSWERS_KEPT_MS, isOrphaned } from './rules.ts';

interface Beginning {
  projectId: Id;
  kind: RunKind;
  sessionId: string;
  planner: Planner;
  clearExisting: boolean;
  content: string;
  mode: string;
}

/**
 * Inserts a run, reserves usage and emits its start, unless the session has one already (idempotent by session id).
 * Usage is reserved before the planner works, so that two tabs cannot both spend the last generation.
 */
export async function beginRun(ctx: Context, beginning: Beginning): Promise<{ run: RunRow; isNew: boolean }> {
  const { kind, sessionId, planner, clearExisting, content, mode } = beginning;
  return change(ctx, async (tx, emit) => {
    const held = await requireProject(ctx, beginning.projectId, { db: tx, lock: true });
    const known = await findRun(tx, held.id, kind, sessionId);
    // A run that the session already has is answered again, even if the project is read-only by now.
    if (known !== undefined && !wasTurnedAway(known) && !isForgotten(known)) return { run: known, isNew: false };
    const project = await requireWritable(ctx, tx, held);
    if (known !== undefined) await tx.delete(generationRuns).where(eq(generationRuns.id, known.id));
    if (kind === 'plan') await requireNobodyElse(ctx, tx, emit, project.id);
    const isUpload = kind === 'plan' && !(await hasPrd(tx, project.id, content));
    const userId = project.userId as Id;
    const now = ctx.now();
    const asked = hashOf(planner, mode, content);
    const since = new Date(now.getTime() - ANSWERS_KEPT_MS);
    // A preview by a model, its repetitions and the plan made of it are charged once: the model's answers are cached.
    const paidBy = asked && (await findPaidPreview(tx, { projectId: project.id, userId, asked, since }));
    const added = { prdUploads: isUpload ? 1 : 0, taskGenerations: paidBy === undefined ? 1 : 0 };
    const counted = await reserveUsage(ctx, tx, userId, added);
    const reserved = { ...counted, ...(asked && { asked }), ...(kind === 'plan' && paidBy && { paidBy }) };
    const [run] = await tx
      .insert(generationRuns)
      .values({
        id: newId(now.getTime()),
        projectId: project.id,
        userId,
        kind,
        sessionId,
        status: 'running',
        planner: planner.name,
        model: planner.model,
        clearExisting,
        reserved,
        createdAt: now,
        heartbeatAt: now,
      })
      .returning();
    if (run === undefined) throw new Error('the run was not entered');
    const inner = { ...ctx, within: { tx, emit, hasCheckpoint: false } };
    if (kind === 'plan')
      await tellGeneration(inner, project.id, { what: 'started', data: { session_id: sessionId, mode } });
    return { run, isNew: true };
  });
}

/** Refused because the server was busy: the same request sent again is a new run. */
const wasTurnedAway = ({ status, errorCode }: RunRow): boolean => status === 'failed' && errorCode === 'SERVER_BUSY';

/** A preview whose draft is no longer stored is made anew. */
const isForgotten = ({ kind, status, answer }: RunRow): boolean =>
  kind === 'preview' && status === 'completed' && answer === null;

/**
 * Hash of the input that determines a model's draft. The embedded planner's preview is free, so nothing can be charged
 * to it.
 */
function hashOf({ name, model }: Planner, mode: string, content: string): string | undefined {
  if (name === 'embedded') return undefined;
  return createHash('sha256')
    .update(JSON.stringify([name, model, mode, content]))
    .digest('hex');
}

async function requireNobodyElse(ctx: Context, tx: Tx, emit: Emit, projectId: Id): Promise<void> {
  const running = await findRunning(tx, projectId);
  if (running === undefined) return;
  if (isOrphaned(running, ctx.now())) return failOrphan(ctx, tx, emit, running);
  const since = running.createdAt.toISOString().slice(11, 16);
  throw new AppError(
    'CONFLICT',
    `A plan is already being generated for this project since ${since} UTC. Wait until it is there, then look at it first.`,
    { code: 'GENERATION_RUNNING' },
  );
}
