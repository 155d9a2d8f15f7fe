import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { getPrd as getting, getPrdVersion as gettingVersion, listPrdVersions as listing } from '#contract/prd.ts';
import type { Id } from '#contract/fields.ts';
import type { PrdVersion } from '#contract/transfer.ts';
import { listTraced } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { findPrd, findReading, listVersions, readRequirements } from '#server/prd/index.ts';
import { requireProject } from '#server/projects/index.ts';
import type { EngineContext } from './context.ts';
import { refreshReading } from './refresh-reading.ts';
import { countCoverage, traceRequirements } from './rules.ts';

/** The newest PRD with the role of every line, its requirements, and the tasks that cover each. */
export async function getPrd(ctx: EngineContext, input: { id: Id }): Promise<AnswerOf<typeof getting>> {
  const project = await requireProject(ctx, input.id);
  if ((await refreshReading(ctx, project.id)) === null) return null;
  // One snapshot (repeatable read), so that reading, text and requirements are of the same version.
  const found = await ctx.db.transaction(
    async (tx) => {
      const stored = await findReading(tx, project.id);
      const prd = stored?.version == null ? undefined : await findPrd(tx, project.id, stored.version);
      const kept = await readRequirements(tx, project.id);
      return { stored, prd, found: kept?.found ?? [], tasks: await listTraced(tx, project.id) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const { stored, prd, tasks } = found;
  if (stored === undefined || prd === undefined) throw new Error('the PRD was read, but its reading is not there');
  const { to_decide: _toDecide, ...counts } = stored.counts;
  return {
    ...stored.reading,
    counts,
    version: prd.version,
    filename: prd.filename,
    content: prd.content,
    created_at: prd.createdAt.toISOString(),
    requirements: traceRequirements(found.found, tasks),
    coverage: countCoverage({ version: prd.version, counts: stored.counts, work: stored.work }, tasks),
  };
}

export async function listPrdVersions(ctx: Context, input: InputOf<typeof listing>): Promise<AnswerOf<typeof listing>> {
  const project = await requireProject(ctx, input.id);
  const rows = await listVersions(ctx.db, project.id, { limit: input.limit + 1, below: input.cursor });
  const items = rows.slice(0, input.limit).map(({ version, filename, characters, createdAt }) => ({
    version,
    filename,
    characters,
    created_at: createdAt.toISOString(),
  }));
  return { items, nextCursor: rows.length > input.limit ? (items.at(-1)?.version ?? null) : null };
}

export async function getPrdVersion(ctx: Context, input: InputOf<typeof gettingVersion>): Promise<PrdVersion> {
  const project = await requireProject(ctx, input.id);
  const prd = await findPrd(ctx.db, project.id, input.version);
  if (prd === undefined) throw notFound('The PRD version');
  const { id, version, filename, content, createdAt } = prd;
  return { id, version, filename, content, created_at: createdAt.toISOString() };
}
