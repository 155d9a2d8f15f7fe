import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { ProjectRole } from '#contract/role.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { isMember } from '#server/platform/db/of-person.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { countProjects } from './count-active-projects.ts';
import { findRole } from './members/find-role.ts';
import { knownRolesOf } from './members/known-roles.ts';
import { mayEdit, ownersOnly, viewersOnlyLook } from './members/rules.ts';
import type { ProjectRow } from './queries.ts';
import { archived, beyondPlan, isWritable } from './rules.ts';

/** A branded type: proof that the caller is one of the project's people. Only this file can create one. */
export type SeenProjectId = Id & { readonly seen: unique symbol };
export interface SeenProject extends ProjectRow {
  id: SeenProjectId;
  /** The caller's. */
  role: ProjectRole;
}

/**
 * Proof that the caller may edit it and that its plan, notes, PRD and checkpoints may be changed; every write requires
 * this type.
 */
export type WritableProjectId = SeenProjectId & { readonly writable: unique symbol };
export interface WritableProject extends SeenProject {
  id: WritableProjectId;
}

/** Proof that the caller is the owner. */
export type OwnedProjectId = SeenProjectId & { readonly owned: unique symbol };
export interface OwnedProject extends SeenProject {
  id: OwnedProjectId;
}

/**
 * Proves that the caller is one of a project's people, and returns it. Another user's id, a deleted and a missing one
 * answer alike. With `lock`, the row is locked until the transaction ends.
 */
export async function requireProject(
  ctx: Context,
  projectId: Id,
  options: { db?: Database | Tx; lock?: boolean } = {},
): Promise<SeenProject> {
  const db = options.db ?? ctx.db;
  const caller = ownerIdOf(ctx);
  const isOfCaller = or(eq(projects.userId, caller), isMember(sql`${projects.id}`, sql`${caller}`));
  const query = db
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), isNull(projects.deletedAt), isOfCaller));
  // `for no key update` and not `for update`: inserting a note takes a key-share lock by its foreign key, and must not
  // wait for an edit of the plan.
  const [row] = await (options.lock === true ? query.for('no key update') : query);
  return proveRole(ctx, db, row, 'The project');
}

/**
 * The same proof for a project row that was read along with another one. The role is read afterwards: in the statement
 * that waited for the row's lock it would be from the snapshot before the wait.
 */
export async function proveRole(
  ctx: Context,
  db: Database | Tx,
  row: ProjectRow | undefined,
  what: string,
): Promise<SeenProject> {
  const caller = ownerIdOf(ctx);
  if (row === undefined || row.deletedAt !== null) throw notFound(what);
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== row.id)
    throw notFound(what);
  const role = row.userId === caller ? 'owner' : await findRole(db, row.id, caller);
  if (role === undefined) throw notFound(what);
  return { ...row, id: row.id as SeenProjectId, role };
}

/**
 * The owner's id, for statements that filter by it themselves; no result then means NOT_FOUND. Whoever is not one of the
 * project's people gets their own, which finds nothing.
 */
export async function ownerToProve(ctx: Context, projectId: Id, wanted: 'seen' | 'writable'): Promise<Id> {
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== projectId)
    throw noProject();
  const caller = ownerIdOf(ctx);
  const known = knownRolesOf(ctx);
  const owner = await known.ownerOf(projectId);
  if (owner === undefined || owner === caller) return caller;
  const role = await known.roleOf(projectId, caller);
  if (role === undefined) return caller;
  if (wanted === 'writable' && !mayEdit(role)) throw viewersOnlyLook();
  return owner;
}

export const noProject = () => notFound('The project');

/**
 * Locks the project for a change of its content. The first step of every such change, and so the first in the lock
 * order.
 */
export async function holdProject(ctx: Context, tx: Tx, projectId: Id): Promise<WritableProject> {
  return requireWritable(ctx, tx, await requireProject(ctx, projectId, { db: tx, lock: true }));
}

/** Viewers only look, over every interface. */
export function requireEditor(project: SeenProject): void {
  if (!mayEdit(project.role)) throw viewersOnlyLook();
}

/** For what remains the owner's: deleting and archiving the project, its webhook and its people. */
export function requireOwner(project: SeenProject): OwnedProject {
  if (project.role !== 'owner') throw ownersOnly();
  return project as OwnedProject;
}

/**
 * Proves that the caller may change a project. Archived projects and those beyond the limit are read-only, over every
 * interface.
 */
export async function requireWritable(ctx: Context, db: Database | Tx, project: SeenProject): Promise<WritableProject> {
  if (isWritable(project)) return allowWriting(project);
  requireEditor(project);
  if (project.status === 'archived') throw archived();
  const userId = project.userId as Id;
  const { limits, isTeam } = await requireTier(db, userId, ctx.now());
  const { active } = await countProjects(db, userId);
  const isOwn = ctx.actor.kind !== 'agent' && project.role === 'owner';
  throw beyondPlan({ active, limit: limits.maxProjects, isTeam }, isOwn ? undefined : ctx.config.url);
}

/** For the one write a read-only project still allows: releasing a baton. */
export function allowWriting(project: SeenProject): WritableProject {
  requireEditor(project);
  return project as WritableProject;
}
