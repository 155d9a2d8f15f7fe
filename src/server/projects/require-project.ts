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

/** A project id that was proven to belong to the caller. Only this file can make one. */
export type OwnedProjectId = Id & { readonly owned: unique symbol };
export interface OwnedProject extends ProjectRow {
  id: OwnedProjectId;
}

/** One whose plan, notes, PRD and checkpoints may be changed too: what writes any of these asks for it by this type. */
export type WritableProjectId = OwnedProjectId & { readonly writable: unique symbol };
export interface WritableProject extends OwnedProject {
  id: WritableProjectId;
}

/**
 * Proves that the caller may use a project, and returns it. Another user's id, a deleted and a missing one answer alike.
 * With `lock`, nobody else changes the project until the transaction ends.
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
  // Not the stronger lock: a note that is being written points at the project, and need not wait for a plan's edit.
  const [row] = await (options.lock === true ? query.for('no key update') : query);
  return proveOwned(ctx, row, 'The project');
}

/** The same proof for whoever has already read the project beside one of its rows. */
export function proveOwned(ctx: Context, row: ProjectRow | undefined, what: string): OwnedProject {
  if (row === undefined || row.userId !== ownerIdOf(ctx) || row.deletedAt !== null) throw notFound(what);
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== row.id)
    throw notFound(what);
  return { ...row, id: row.id as OwnedProjectId };
}

/** For a statement that reads only what is its owner's: whose the project must be. Null from it is a missing project. */
export function ownerToProve(ctx: Context, projectId: Id): Id {
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== projectId)
    throw noProject();
  return ownerIdOf(ctx);
}

export const noProject = () => notFound('The project');

/** The project held for a change of what is in it. What every such change begins with. */
export async function holdProject(ctx: Context, tx: Tx, projectId: Id): Promise<WritableProject> {
  return requireWritable(ctx, tx, await requireProject(ctx, projectId, { db: tx, lock: true }));
}

/** Proves that a project may be changed. One that is archived or beyond the plan can only be read, by whatever door. */
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

/** For the one change that a project which can only be read still takes: a baton that is handed back. */
export const allowWriting = (project: OwnedProject): WritableProject => project as WritableProject;
