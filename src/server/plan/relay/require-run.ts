import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projects, runs } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { type SeenProject, proveRole, requireEditor } from '#server/projects/index.ts';
import { type Caller, callerOf } from '../baton/caller.ts';
import type { RunRow } from './present.ts';

export interface OwnedRun {
  run: RunRow & { id: Id; projectId: Id };
  project: SeenProject;
}

/** A run that the caller may steer and report of; of somebody else's project it is NOT_FOUND like a missing one. */
export async function requireRun(ctx: Context, id: Id, db: Database | Tx = ctx.db): Promise<OwnedRun> {
  const owned = await requireSeenRun(ctx, id, db);
  requireEditor(owned.project);
  return owned;
}

/** The same for whoever may only look. */
export async function requireSeenRun(ctx: Context, id: Id, db: Database | Tx = ctx.db): Promise<OwnedRun> {
  const [row] = await db
    .select({ run: runs, project: projects })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(eq(runs.id, id));
  const project = await proveRole(ctx, db, row?.project, 'The run');
  if (row === undefined) throw new Error('a project without its run');
  return { run: { ...row.run, id, projectId: project.id }, project };
}

export function requireRunning({ endedAt, end }: RunRow): void {
  if (endedAt === null) return;
  throw new AppError('CONFLICT', `This run has ended (${end ?? 'stopped'}). Begin another with a new id.`);
}

/** The same caller as one of the run's agents: what it holds, and what is written about its work, has that name. */
export function asWorker<C extends Context>(ctx: C, projectId: Id, worker: string, token?: string): C {
  const held = token === undefined ? {} : { token };
  const actor =
    ctx.actor.kind === 'agent'
      ? { ...ctx.actor, name: worker, ...held }
      : { kind: 'agent' as const, userId: ownerIdOf(ctx), projectId, name: worker, ...held };
  return { ...ctx, actor };
}

/** An agent of a run in terms of batons: its key is the run's, so that no other program with its name is taken for it. */
export function workerCaller(as: Context, runId: Id, worker: string): Caller {
  const key = `run:${runId}:${worker}`;
  return { ...callerOf(as), holderKey: key, clientKey: key };
}
