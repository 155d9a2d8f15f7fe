import type { Id } from '#contract/fields.ts';
import type { PageInput } from '#contract/page.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { presentSummary } from './present.ts';
import { type PlanSize, findActivity, findSummary, listSummaries } from './queries.ts';
import { requireProject } from './require-project.ts';
import { countLanes } from './rules.ts';

/** One of the caller's projects with its counts. */
export async function getProject(ctx: Context, input: { id: Id }): Promise<ProjectSummary> {
  await requireProject(ctx, input.id);
  return requireSummary(ctx, input.id);
}

/** The caller's projects with their counts, newest first: a page of them, or all. */
export async function listProjects(ctx: Context, { limit, cursor }: PageInput = {}): Promise<ProjectSummary[]> {
  const page = { rows: rowsFor(limit), cursor };
  const rows = await listSummaries(ctx.database.pool, ownerIdOf(ctx), ctx.now(), page);
  const shown = rows.map((row) => presentSummary(row, countLanes(row)));
  return cutPage(shown, limit, ({ id }) => id);
}

/** As the caller sees it now, its latest change included. */
export async function requireSummary(ctx: Context, id: Id): Promise<ProjectSummary> {
  const row = await findSummary(ctx.database.pool, ownerIdOf(ctx), id, ctx.now());
  if (row === undefined) throw notFound('The project');
  return presentSummary(row, countLanes(row));
}

/** The same for whoever reads the plan anyway and says how large it is. */
export async function requireSummaryOf(ctx: Context, id: Id): Promise<(size: PlanSize) => ProjectSummary> {
  const row = await findActivity(ctx.database.pool, ownerIdOf(ctx), id, ctx.now());
  if (row === undefined || (ctx.actor.kind === 'agent' && (ctx.actor.projectId ?? id) !== id))
    throw notFound('The project');
  return (size) => presentSummary(row, countLanes(size));
}
