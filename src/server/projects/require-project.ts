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
interface OwnedProject extends ProjectRow {
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
  const [row] = await (options.lock === true ? query.for('update') : query);
  if (row === undefined) throw notFound('The project');
  if (ctx.actor.kind === 'agent' && ctx.actor.projectId !== null && ctx.actor.projectId !== projectId)
    throw notFound('The project');
  return { ...row, id: row.id as OwnedProjectId };
}
