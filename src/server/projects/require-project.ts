import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import type { ProjectRow } from './queries.ts';

/** A project id that was proven to belong to the caller. Only this file can make one. */
export type OwnedProjectId = Id & { readonly owned: unique symbol };
export interface OwnedProject extends ProjectRow {
  id: OwnedProjectId;
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
