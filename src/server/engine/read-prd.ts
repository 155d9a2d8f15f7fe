import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type {
  getPrd as getting,
  getPrdVersion as gettingVersion,
  listPrdVersions as listing,
} from '#contract/generation.ts';
import type { Id } from '#contract/fields.ts';
import type { PrdVersion } from '#contract/transfer.ts';
import { findPrd, listTraced, listVersions, readRequirements } from '#server/plan/index.ts';
import { notFound } from '#server/platform/error.ts';
import { requireProject } from '#server/projects/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { EngineContext } from './context.ts';
import { countCoverage, traceRequirements } from './rules.ts';

/** The newest PRD with what it asks for, and the tasks that answer each of it. */
export async function getPrd(ctx: EngineContext, input: { id: Id }): Promise<AnswerOf<typeof getting>> {
  const project = await requireProject(ctx, input.id);
  const prd = await findPrd(ctx.db, project.id);
  if (prd === undefined) return null;
  const kept = await readRequirements(ctx.db, project.id);
  const tasks = await listTraced(ctx.db, project.id);
  // A PRD that came in by import has been read by nobody yet.
  const isRead = prd.parts !== null && (kept === null || kept.version === prd.version);
  const found = isRead
    ? { parts: prd.parts ?? [], requirements: kept?.found ?? [] }
    : await ctx.engine.extract(prd.content, kept?.found ?? [], ctx);
  const requirements = traceRequirements(found.requirements, tasks);
  return {
    version: prd.version,
    filename: prd.filename,
    content: prd.content,
    created_at: prd.createdAt.toISOString(),
    parts: found.parts,
    requirements,
    coverage: countCoverage(prd.version, requirements, tasks),
  };
}

/** Every version of a project's PRD without its text, newest first. */
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

/** One version of a project's PRD with its text. */
export async function getPrdVersion(ctx: Context, input: InputOf<typeof gettingVersion>): Promise<PrdVersion> {
  const project = await requireProject(ctx, input.id);
  const prd = await findPrd(ctx.db, project.id, input.version);
  if (prd === undefined) throw notFound('The PRD version');
  const { id, version, filename, content, createdAt } = prd;
  return { id, version, filename, content, created_at: createdAt.toISOString() };
}
