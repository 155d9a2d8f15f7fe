import { eq } from 'drizzle-orm';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { generatePlan as endpoint } from '#contract/generation.ts';
import type { KeptRole } from '#contract/requirement.ts';
import {
  type TracedTask,
  clearPlan,
  cutText,
  insertCheckpoint,
  readState,
  readTaskLimit,
  rewritePlan,
  tellGeneration,
} from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { applyRoles, countReading, findMark, listRoles, storePrd, storeReading } from '#server/prd/index.ts';
import { holdProject } from '#server/projects/index.ts';
import { type Compared, comparePlans } from './compare-plans.ts';
import type { Drafted } from './draft-plan.ts';
import { tellEnded } from './fail-run.ts';
import type { TokenUsage } from './planner.ts';
import type { MergeTask } from './merge/sides.ts';
import { presentDiff } from './present.ts';
import type { RunRow } from './queries.ts';
import { requireRunning } from './require-running.ts';
import { countCoverage } from './rules.ts';

type Answer = AnswerOf<typeof endpoint>;

interface Writing {
  input: InputOf<typeof endpoint>;
  drafted: Drafted;
  spent: TokenUsage | null;
  /** Milliseconds since the run began. */
  elapsed(): number;
}

/** Writes the drafted plan in one transaction: PRD, plan, requirements, and the run's answer. */
export async function writePlan(ctx: Context, run: RunRow, writing: Writing): Promise<Answer> {
  const maxTasks = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const { input, drafted, spent, elapsed } = writing;
    const project = await holdProject(ctx, tx, input.projectId);
    await requireRunning(tx, run);
    const way = input.clearExisting ? 'replace' : 'merge';
    const state = await readState(tx, project.id);
    const limits = { now: ctx.now(), lastNumber: project.lastTaskNumber, maxTasks };
    const compared = await comparePlans(state, drafted, way, limits);
    const isEmpty = state.plan.tasks.length === 0 && state.plan.task_lists.length === 0;
    const isChange = way === 'replace' || compared.changes.some(({ change: kind }) => kind !== 'kept');
    const name = cutText(`Before generating from ${input.filename}`, CHECKPOINT_NAME_MAX);
    const checkpoint =
      isEmpty || !isChange ? null : await insertCheckpoint(ctx, tx, emit, project, name, 'before_generation');
    const { content, filename } = input;
    const { reading } = drafted;
    const version = await storeRead(tx, project.id, { content, filename, now: ctx.now(), ...drafted });
    const work_lines = reading.counts.work;
    emit(`project:${project.id}`, 'prd.updated', { version, cause: 'generation', work_lines });
    const cause = checkpoint?.id ?? (run.id as Id);
    const empty = { task_lists: [], tasks: [], dependencies: [] };
    if (way === 'replace') await clearPlan(ctx, tx, emit, project, { why: REPLACED, cause });
    await rewritePlan(ctx, tx, emit, project, {
      from: way === 'replace' ? empty : state.plan,
      to: compared.plan,
      cause,
    });
    emit(`project:${project.id}`, 'plan.replaced', { cause: 'generation' });
    const traced = compared.plan.tasks.map(tracedOf);
    const answer: Answer = {
      tasksCreated: countMade(compared),
      processingTime: elapsed(),
      sessionId: run.sessionId,
      version,
      planner: run.planner,
      checkpointId: checkpoint?.id ?? null,
      coverage: countCoverage({ version, ...countReading(content, reading) }, traced),
      diff: presentDiff(compared.changes, state),
      notices: drafted.draft.notices,
    };
    await completeRun(ctx, tx, emit, run, { answer, spent });
    return answer;
  });
}

/**
 * A role set while the plan was drafted is not in its reading: the revision stays stale, and the PRD is read again on
 * next use.
 */
async function storeRead(
  tx: Tx,
  projectId: Id,
  read: Pick<Drafted, 'reading' | 'revision' | 'roles'> & { content: string; filename: string; now: Date },
): Promise<number> {
  const before = await findMark(tx, projectId);
  const { version } = await storePrd(tx, projectId, read);
  const [first] = read.roles;
  if (first !== undefined)
    await applyRoles(tx, projectId, await withoutSaid(tx, projectId, read.roles), {
      actor: first.set_by,
      now: read.now,
    });
  const after = await findMark(tx, projectId);
  const isCurrent = (before?.revision ?? 0) === read.revision;
  const revision = isCurrent ? (after?.revision ?? 0) : read.revision;
  await storeReading(tx, projectId, { version, content: read.content, revision, reading: read.reading });
  return version;
}

/** Roles that people and agents set meanwhile take precedence. */
async function withoutSaid(tx: Tx, projectId: Id, roles: readonly KeptRole[]): Promise<KeptRole[]> {
  const nameOf = ({ scope, key }: KeptRole) => `${scope} ${key}`;
  const said = (await listRoles(tx, projectId)).filter(({ set_by }) => set_by.kind !== 'system');
  const names = new Set(said.map(nameOf));
  return roles.filter((role) => !names.has(nameOf(role)));
}

const tracedOf = (task: MergeTask): TracedTask => ({
  id: task.id,
  number: task.number,
  requirement_ids: task.requirement_ids,
  status: task.status,
  prd_state: task.prd_state,
  is_follow_up: task.origin?.follows != null,
});

const REPLACED = 'A new plan was generated in its place.';

const countMade = ({ changes }: Compared) => changes.filter(({ isNew }) => isNew).length;

async function completeRun(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  run: RunRow,
  { answer, spent }: { answer: Answer; spent: TokenUsage | null },
): Promise<void> {
  await tx
    .update(generationRuns)
    .set({
      status: 'completed',
      answer,
      tasksCreated: answer.tasksCreated,
      finishedAt: ctx.now(),
      ...spent,
    })
    .where(eq(generationRuns.id, run.id));
  await tellGeneration({ ...ctx, within: { tx, emit, hasCheckpoint: true } }, run.projectId as Id, {
    what: 'completed',
    data: {
      session_id: run.sessionId,
      list_name: null,
      tasks_created: answer.tasksCreated,
      processing_time: answer.processingTime,
    },
  });
  await tellEnded(tx, run.id);
}
