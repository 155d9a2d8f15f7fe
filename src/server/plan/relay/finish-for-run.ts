import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import { NOTE_BODY_MAX, REASON_MAX } from '#contract/constants.ts';
import type { FinishOutcome } from '#contract/plan.ts';
import type { finishForRun as endpoint } from '#contract/run-work.ts';
import type { RunResult } from '#contract/run.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { runResults, runs, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { endWork } from '../baton/end-work.ts';
import type { Finish } from '../baton/finish.ts';
import type { HeldRow } from '../baton/read-batons.ts';
import { requireProof, tickChecks } from '../baton/require-proof.ts';
import { type OwnedTask, requireTask } from '../require-task.ts';
import { cutText } from '../rules.ts';
import { findEnd, requireHeldForRun } from './held-for-run.ts';
import { type ResultRow, presentResult } from './present.ts';
import { type RunEnding, spend } from './record-result.ts';
import { asWorker, requireRun } from './require-run.ts';

type Input = InputOf<typeof endpoint>;

const OUTCOME: Record<Input['outcome'], FinishOutcome> = {
  done: 'done',
  failed: 'block',
  conflict: 'block',
  released: 'release',
};
const REASON: Record<Input['outcome'], string> = {
  done: '',
  failed: 'It failed after its last try.',
  conflict: 'Its branch could not be merged.',
  released: 'The run gave it back.',
};

/**
 * Ends the work of a run on a task: done with what its agent delivered and what the runner saw, blocked so that a person
 * looks at it, or put back. The same call again answers the same result.
 */
export async function finishForRun(ctx: Context, input: Input): Promise<RunResult> {
  const { run } = await requireRun(ctx, input.id);
  const as = asWorker(ctx, run.projectId, input.worker, input.baton);
  return change(as, async (tx, emit) => {
    const name = { projectId: run.projectId, ref: { id: input.task_id } };
    const owned = await requireTask(as, tx, name, { handsBack: input.outcome !== 'done' });
    const ended = await findEnd(tx, input);
    if (ended !== undefined) return presentResult(await repeat(tx, ended, input));
    const held = requireHeldForRun(as, owned, input);
    as.actor = asWorker(as, run.projectId, held.holder.name, input.baton).actor;
    const finish = input.outcome === 'done' ? finishOf(owned, held, input) : endOf(input);
    const checks = tickChecks(owned.task, finish.checks ?? []);
    const { doneMeans } = held;
    if (input.outcome === 'done')
      requireProof(finish, { task: owned.task, checks, doneMeans, verifyCommand: owned.project.verifyCommand });
    const { output } = splitReason(input);
    if ((input.outcome === 'failed' || input.outcome === 'conflict') && output !== '')
      await writeNote(as, tx, emit, {
        projectId: owned.project.id,
        taskId: owned.task.id,
        type: 'FINDING',
        body: cutText(output, NOTE_BODY_MAX),
        byHolder: true,
      });
    await endWork(as, tx, emit, { owned, held, input: finish, checks, ending: endingOf(input) });
    if (input.outcome === 'released') await leaveHandover(as, tx, held, input);
    const row = await findEnd(tx, input);
    if (row === undefined) throw new Error('the result was not stored');
    return presentResult(row);
  });
}

/** What the agent delivered, with the work as the runner saw it. */
function finishOf({ task }: OwnedTask, { delivered }: HeldRow, input: Input): Finish {
  if (delivered === null)
    throw new AppError('CONFLICT', `T${task.number} was not delivered: its agent has not finished it.`);
  const { summary, files, evidence, checks } = delivered;
  // Checks that a person removed since need no evidence any more.
  const seen = checks.filter(({ n }) => n <= task.checks.length);
  return { ...workOf(input), outcome: 'done', summary, files, evidence, checks: seen };
}

const endOf = (input: Input): Finish => ({
  ...workOf(input),
  outcome: OUTCOME[input.outcome],
  summary: input.outcome === 'released' ? reasonOf(input) : splitReason(input).said,
});

/** What blocks a task is told in one paragraph; the output below it is a finding for whoever goes on. */
function splitReason(input: Input): { said: string; output: string } {
  const [said = '', ...rest] = reasonOf(input).split('\n\n');
  return { said, output: rest.join('\n\n').trim() };
}

const reasonOf = ({ outcome, reason }: Input): string => reason.trim() || REASON[outcome];

const workOf = ({ task_id: id, baton, commit, branch, pr, diff, verification }: Input) => ({
  id,
  baton,
  ...(commit === undefined ? {} : { commit }),
  ...(branch === undefined ? {} : { branch }),
  ...(pr === undefined ? {} : { pr }),
  ...(diff === undefined ? {} : { diff }),
  ...(verification === undefined ? {} : { verification }),
});

const endingOf = (input: Input): RunEnding => ({
  outcome: input.outcome,
  reason: reasonOf(input),
  try: input.try,
  tries: input.tries,
  verification: input.verification,
  mergedInto: input.merged_into,
  work: {
    commit: input.commit ?? null,
    branch: input.branch ?? null,
    pr: input.pr ?? null,
    diff: input.diff ?? null,
  },
  ...spentOf(input),
});

const spentOf = ({ seconds, tokens, cost_usd: costUsd }: Input) => ({ seconds, tokens, costUsd });

/** For the next holder, as if the lease had run out. */
async function leaveHandover(ctx: Context, tx: Tx, held: HeldRow, input: Input): Promise<void> {
  const handover = {
    holder: held.holder.name,
    taken_at: held.takenAt.toISOString(),
    last_call_at: held.lastCallAt.toISOString(),
    ended_at: ctx.now().toISOString(),
    reason: cutText(reasonOf(input), REASON_MAX),
  };
  await tx.update(tasks).set({ handover }).where(eq(tasks.id, held.taskId));
}

/**
 * A call after the end. What an agent ended by itself is told to the runner that gives it back, which adds what it used;
 * any other end than the wanted one means that the baton was lost.
 */
async function repeat(tx: Tx, ended: ResultRow, input: Input): Promise<ResultRow> {
  if (ended.outcome === input.outcome && ended.outcome !== 'released') return ended;
  if (input.outcome !== 'released' || !BY_AGENT.has(ended.outcome))
    throw new AppError('STALE_LOCK', `T${ended.number} has ended already: ${ended.outcome}. ${ended.reason}`.trim());
  const { tokens, costUsd } = spentOf(input);
  const isTold = ended.tokens !== null || ended.costUsd !== null;
  if (isTold || (tokens === null && costUsd === null)) return ended;
  const spent = { tokens, costUsd };
  const [row] = await tx.update(runResults).set(spent).where(eq(runResults.id, ended.id)).returning();
  await tx.update(runs).set(spend(spent)).where(eq(runs.id, ended.runId));
  return row ?? ended;
}

const BY_AGENT = new Set(['released', 'skipped', 'asked', 'blocked']);
