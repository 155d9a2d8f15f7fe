import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { PageInput } from '#contract/page.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { boundProjectOf, ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { presentSummary } from './present.ts';
import { findSummaries, findSummary, listSummaries } from './queries.ts';
import { requireProject } from './require-project.ts';

export async function getProject(ctx: Context, input: { id: Id }): Promise<ProjectSummary> {
  await requireProject(ctx, input.id);
  return requireSummary(ctx, input.id);
}

/** The caller's projects with their counts, newest first: one page, or all. */
export async function listProjects(ctx: Context, { limit, cursor }: PageInput = {}): Promise<ProjectSummary[]> {
  const bound = boundProjectOf(ctx.actor);
  if (bound !== null) return readSummaries(ctx.database.pool, ownerIdOf(ctx), [bound], ctx.now());
  const page = { rows: rowsFor(limit), cursor };
  const rows = await listSummaries(ctx.database.pool, ownerIdOf(ctx), ctx.now(), page);
  const shown = rows.map(presentSummary);
  return cutPage(shown, limit, ({ id }) => id);
}

/** The summary after a change, for its answer. */
export async function requireSummary(ctx: Context, id: Id): Promise<ProjectSummary> {
  const row = await findSummary(ctx.database.pool, ownerIdOf(ctx), id, ctx.now());
  if (row === undefined) throw notFound('The project');
  return presentSummary(row);
}

/** Proves access and reads the summary in one statement. */
export async function proveSummary(ctx: Context, id: Id): Promise<ProjectSummary> {
  if (ctx.actor.kind === 'agent' && (ctx.actor.projectId ?? id) !== id) throw notFound('The project');
  return requireSummary(ctx, id);
}

/** Some of a user's projects as they are now, for a stream that has proven who follows it. */
export async function readSummaries(
  pool: pg.Pool,
  userId: Id,
  ids: readonly Id[],
  now: Date,
): Promise<ProjectSummary[]> {
  return (await findSummaries(pool, userId, ids, now)).map(presentSummary);
}
