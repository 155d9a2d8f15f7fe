import { eq, sql } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { previewPlan as endpoint } from '#contract/generation.ts';
import { readState } from '#server/plan/index.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import { requireProject, requireWritable } from '#server/projects/index.ts';
import { awaitRun } from './await-run.ts';
import { beginRun } from './begin-run.ts';
import { comparePlans } from './compare-plans.ts';
import { confirmUsage } from './confirm-usage.ts';
import type { EngineContext } from './context.ts';
import { type Drafted, draftPlan } from './draft-plan.ts';
import { tellEnded } from './fail-run.ts';
import { keepAlive } from './keep-alive.ts';
import type { Planner } from './planner.ts';
import { presentDiff } from './present.ts';
import { requireRunning } from './require-running.ts';
import { requireSize } from './rules.ts';

type Input = InputOf<typeof endpoint>;
type Answer = AnswerOf<typeof endpoint>;

const DRAFTS_OF_PROJECT = 3;

/** The plan a PRD would give, as diffs for merging and replacing. Writes nothing; only a model's work is charged. */
export async function previewPlan(ctx: EngineContext, input: Input): Promise<Answer> {
  requireSize(input.content);
  // A preview of a plan that could not be written is refused before a model is paid for it.
  await requireWritable(ctx, ctx.db, await requireProject(ctx, input.projectId));
  const planner = await ctx.engine.choose(input.planner);
  const drafted =
    planner.name === 'embedded'
      ? await draftQuietly(ctx, planner, input, ctx.underWay.signal)
      : await draftAsRun(ctx, planner, input);
  return compare(ctx, planner, input, drafted);
}

const draftQuietly = (ctx: EngineContext, planner: Planner, input: Input, signal: AbortSignal): Promise<Drafted> =>
  draftPlan(ctx, {
    ...input,
    kind: 'preview',
    planner,
    signal,
    progress: async () => undefined,
    spent: () => undefined,
  });

/** A model costs money, whether the plan is written or only previewed. */
async function draftAsRun(ctx: EngineContext, planner: Planner, input: Input): Promise<Drafted> {
  const { run, isNew } = await beginRun(ctx, { ...input, kind: 'preview', planner });
  if (!isNew) return awaitRun<Drafted>(ctx, run.id);
  const work = keepAlive(ctx, run, async (alive) => {
    const spent = (usage: NonNullable<typeof alive.spent>) => {
      alive.spent = usage;
    };
    const drafted = await draftPlan(ctx, {
      ...input,
      kind: 'preview',
      planner,
      signal: alive.signal,
      progress: async () => undefined,
      spent,
    });
    await ctx.db.transaction(async (tx) => {
      await requireRunning(tx, run);
      await tx
        .update(generationRuns)
        .set({ status: 'completed', answer: drafted, finishedAt: ctx.now(), ...alive.spent })
        .where(eq(generationRuns.id, run.id));
      await forgetOlderDrafts(tx, run.projectId);
      await tellEnded(tx, run.id);
    });
    await confirmUsage(ctx, run.userId as Id);
    return drafted;
  });
  ctx.underWay.add(work);
  return work;
}

/** Repeated previews are free, and a draft may have megabytes: only a project's newest are stored. */
async function forgetOlderDrafts(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    update generation_runs set answer = null where id in (
      select id from generation_runs where project_id = ${projectId} and kind = 'preview' and answer is not null
        and reserved ->> 'taskGenerations' = '0'
      order by finished_at desc, id desc offset ${DRAFTS_OF_PROJECT})`);
}

async function compare(ctx: EngineContext, planner: Planner, input: Input, drafted: Drafted): Promise<Answer> {
  const project = await requireProject(ctx, input.projectId);
  const state = await readState(ctx.db, project.id);
  // No task limit here, so that both diffs are shown even if only one fits; the limit applies when it is written.
  const limits = { now: ctx.now(), lastNumber: project.lastTaskNumber, maxTasks: Number.POSITIVE_INFINITY };
  const diffOf = async (way: 'merge' | 'replace') =>
    presentDiff((await comparePlans(state, drafted, way, limits)).changes, state);
  const { reading, draft } = drafted;
  return { planner: planner.name, reading, draft, merge: await diffOf('merge'), replace: await diffOf('replace') };
}
