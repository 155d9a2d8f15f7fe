import { and, desc, eq, lt } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { listRunResults as listingResults, listRuns as listing } from '#contract/relay.ts';
import type { Context } from '#server/platform/context.ts';
import { runResults, runs } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { presentResult, presentRun } from './present.ts';

/** The runs of a project, newest first: their ids sort by time. */
export async function listRuns(ctx: Context, input: InputOf<typeof listing>): Promise<AnswerOf<typeof listing>> {
  const project = await requireProject(ctx, input.id);
  const { limit, cursor } = input;
  const rows = await ctx.db
    .select()
    .from(runs)
    .where(and(eq(runs.projectId, project.id), cursor === undefined ? undefined : lt(runs.id, cursor)))
    .orderBy(desc(runs.id))
    .limit(limit + 1);
  return pageOf(rows.map(presentRun), limit);
}

/** What runs did, newest first: of one run, of one task, or of the project. */
export async function listRunResults(
  ctx: Context,
  input: InputOf<typeof listingResults>,
): Promise<AnswerOf<typeof listingResults>> {
  const project = await requireProject(ctx, input.id);
  const { run_id, task_id, limit, cursor } = input;
  const rows = await ctx.db
    .select()
    .from(runResults)
    .where(
      and(
        eq(runResults.projectId, project.id),
        run_id === undefined ? undefined : eq(runResults.runId, run_id),
        task_id === undefined ? undefined : eq(runResults.taskId, task_id),
        cursor === undefined ? undefined : lt(runResults.id, cursor),
      ),
    )
    .orderBy(desc(runResults.id))
    .limit(limit + 1);
  return pageOf(rows.map(presentResult), limit);
}

function pageOf<T extends { id: Id }>(rows: readonly T[], limit: number): { items: T[]; nextCursor: Id | null } {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
