import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { countProjects } from './count-active-projects.ts';
import type { ProjectRow } from './queries.ts';
import { archived, beyondPlan, isWritable } from './rules.ts';

/** A branded type: proof that the caller owns the project. Only this file can create one. */
export type OwnedProjectId = Id & { readonly owned: unique symbol };
export interface OwnedProject extends ProjectRow {
  id: OwnedProjectId;
}

/** Proof that its plan, notes, PRD and checkpoints may be changed; every write requires this type. */
export type WritableProjectId = OwnedProjectId & { readonly writable: unique symbol };
export interface WritableProject extends OwnedProject {
  id: WritableProjectId;
}

/**
 * Proves that the caller may use a project, and returns it. Another user's id, a deleted and a missing one answer
 * alike. With `lock`, the row is locked until the transaction ends.
 */
export async function requireProject(
  ctx: Context,
  projectId: Id,
  options: { db?: Database | Tx; lock?: boolean } = {},
): Promise<OwnedProject> {
  const query = (options.db ?? ctx.db)
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.userId, ownerIdOf(ctx)), isNull(projects.deletedAt)));
  // `for no key update` and not `for update`: inserting a note takes a key-share lock by its foreign key, and must not
  // wait for an edit of the plan.
  const [row] = await (options.lock === true ? query.for('no key update') : query);
  return proveOwned(ctx, row, 'The project');
}

/** The same proof for a project row that was read along with another one. */
export function proveOwned(ctx: Context, row: ProjectRow | undefined, what: string): OwnedProject {
  if (row === undefined || row.userId !== ownerIdOf(ctx) || row.deletedAt !== null) throw notFound(what);
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== row.id)
    throw notFound(what);
  return { ...row, id: row.id as OwnedProjectId };
}

/** The owner id for statements that filter by it themselves. No result then means NOT_FOUND. */
export function ownerToProve(ctx: Context, projectId: Id): Id {
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== projectId)
    throw noProject();
  return ownerIdOf(ctx);
}

export const noProject = () => notFound('The project');

/**
 * Locks the project for a change of its content. The first step of every such change, and so the first in the lock
 * order.
 */
export async function holdProject(ctx: Context, tx: Tx, projectId: Id): Promise<WritableProject> {
  return requireWritable(ctx, tx, await requireProject(ctx, projectId, { db: tx, lock: true }));
}

/**
 * Proves that a project may be changed. Archived projects and those beyond the limit are read-only, over every
 * interface.
 */
export async function requireWritable(
  ctx: Context,
  db: Database | Tx,
  project: OwnedProject,
): Promise<WritableProject> {
  if (isWritable(project)) return allowWriting(project);
  if (project.status === 'archived') throw archived();
  const userId = project.userId as Id;
  const { limits, isTeam } = await requireTier(db, userId, ctx.now());
  const { active } = await countProjects(db, userId);
  throw beyondPlan(
    { active, limit: limits.maxProjects, isTeam },
    ctx.actor.kind === 'agent' ? ctx.config.url : undefined,
  );
}

/** For the one write a read-only project still allows: releasing a baton. */
export const allowWriting = (project: OwnedProject): WritableProject => project as WritableProject;
