import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { generatePlan as endpoint } from '#contract/generation.ts';
import { tellGeneration } from '#server/plan/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { awaitRun } from './await-run.ts';
import { beginRun } from './begin-run.ts';
import { confirmUsage } from './confirm-usage.ts';
import type { EngineContext } from './context.ts';
import { draftPlan } from './draft-plan.ts';
import { type Alive, keepAlive } from './keep-alive.ts';
import type { DraftProgress, Planner } from './planner.ts';
import type { RunRow } from './queries.ts';
import { requireSize } from './rules.ts';
import { writePlan } from './write-plan.ts';

type Input = InputOf<typeof endpoint>;
type Answer = AnswerOf<typeof endpoint>;

/**
 * Turns a PRD into the project's plan in one transaction; on failure nothing is charged. Idempotent by session id: sent
 * again it runs nothing and gets the same answer. The run continues when the client disconnects.
 */
export async function generatePlan(ctx: EngineContext, input: Input): Promise<Answer> {
  requireSize(input.content);
  await requireProject(ctx, input.projectId);
  const planner = await ctx.engine.choose(input.planner);
  const { run, isNew } = await beginRun(ctx, { ...input, kind: 'plan', planner });
  if (!isNew) return awaitRun<Answer>(ctx, run.id);
  const work = keepAlive(ctx, run, (alive) => produce(ctx, run, planner, input, alive));
  ctx.underWay.add(work);
  return work;
}

async function produce(ctx: EngineContext, run: RunRow, planner: Planner, input: Input, alive: Alive): Promise<Answer> {
  const began = performance.now();
  const drafted = await draftPlan(ctx, {
    ...input,
    kind: 'plan',
    planner,
    signal: alive.signal,
    progress: createTeller(ctx, run),
    spent: (usage) => {
      alive.spent = usage;
    },
  });
  const answer = await writePlan(ctx, run, {
    input,
    drafted,
    spent: alive.spent,
    elapsed: () => Math.round(performance.now() - began),
  });
  await confirmUsage(ctx, run.userId as Id);
  return answer;
}

const TELL_EVERY_MS = 200;

/** Emits progress, throttled. Failing to emit does not fail the run. */
function createTeller(ctx: EngineContext, run: RunRow): (progress: DraftProgress) => Promise<void> {
  let toldAt = -TELL_EVERY_MS;
  return async ({ message, percent, listName, tasks, lists }) => {
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    const data = { session_id: run.sessionId, message, percent, list_name: listName, tasks_so_far: tasks, lists };
    await tellGeneration(ctx, run.projectId as Id, { what: 'progress', data }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'progress could not be told'),
    );
  };
}
