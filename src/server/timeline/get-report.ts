import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Report, getAccountReport as ofAccount, getReport as ofProject } from '#contract/news.ts';
import { ownerIdOf, requireUser } from '#server/auth/index.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { readSince } from './get-news.ts';
import { listLagging } from './queries.ts';
import { listReported, readFacts, readReportRows } from './report-queries.ts';
import { makeReport } from './rules.ts';
import { writeReport } from './write-report.ts';

/** What happened in one project since a moment. */
export async function getReport(
  ctx: TimelineContext,
  input: InputOf<typeof ofProject>,
): Promise<AnswerOf<typeof ofProject>> {
  const project = await requireProject(ctx, input.id);
  await ctx.catchUp(project.id);
  const since =
    input.since ?? (await readSince(ctx, ownerIdOf(ctx), project.id))?.toISOString() ?? project.createdAt.toISOString();
  const report = await readReport(ctx, { id: project.id, name: project.name, since });
  return { report, markdown: writeReport([report], { url: ctx.config.url, zone: input.zone, now: ctx.now() }) };
}

/** The same for all projects in which something happened. */
export async function getAccountReport(
  ctx: TimelineContext,
  input: InputOf<typeof ofAccount>,
): Promise<AnswerOf<typeof ofAccount>> {
  const { userId } = requireUser(ctx);
  for (const id of await listLagging(ctx.database.pool, userId)) await ctx.catchUp(id);
  const projects = await listReported(ctx.database.pool, userId, ctx.now(), input.since ?? null);
  const reports: Report[] = [];
  for (const project of projects) reports.push(await readReport(ctx, project));
  return { reports, markdown: writeReport(reports, { url: ctx.config.url, zone: input.zone, now: ctx.now() }) };
}

async function readReport(
  ctx: TimelineContext,
  { id, name, since }: { id: Id; name: string; since: string },
): Promise<Report> {
  const { pool } = ctx.database;
  const until = ctx.now();
  const [rows, facts] = await Promise.all([readReportRows(pool, id, since, until), readFacts(pool, id, since, until)]);
  return makeReport({ project: { id, name }, since, until: until.toISOString(), rows, facts });
}
