import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { FinishOutcome, finishTask as endpoint } from '#contract/plan.ts';
import type { RunOutcome } from '#contract/run.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { deliver } from '../relay/deliver.ts';
import type { RunEnding } from '../relay/record-result.ts';
import { asAgent, withToken } from './caller.ts';
import { endWork } from './end-work.ts';
import { finishUsual } from './finish-usual.ts';
import type { Finish } from './finish.ts';
import type { HeldRow } from './read-batons.ts';
import { readNextReady } from './read-next-ready.ts';
import { requireHeld } from './require-held.ts';
import { requireProof, tickChecks } from './require-proof.ts';
import { requireTask } from '../require-task.ts';

type Answer = AnswerOf<typeof endpoint>;

/**
 * Finishes the holder's work: status, notes, completed ancestors and the release of the baton, in one transaction. What
 * an agent of a run finishes as done is delivered instead: the task stays held until its runner has verified it.
 */
export async function finishTask(asking: Context, input: Finish): Promise<Answer> {
  const ctx = withToken(asking, input.baton);
  return (await finishUsual(ctx, input)) ?? finishAnyway(ctx, input);
}

/** The general path, which handles and explains every case. */
async function finishAnyway(ctx: Context, input: Finish): Promise<Answer> {
  // The caller's losses are looked up first, since that must not wait for a second connection while holding one (pool
  // deadlock).
  await ctx.admitted;
  const as = { ...ctx };
  const { next_ready, ...answer } = await change(as, async (tx, emit) => {
    const isHandedBack = input.outcome === 'release' || input.outcome === 'ask';
    const owned = await requireTask(ctx, tx, input.id, { handsBack: isHandedBack });
    const { task, project } = owned;
    const held = requireHeld(ctx, owned, input.baton);
    const checks = tickChecks(task, input.checks ?? []);
    const isDelivered = held.runId !== null && input.outcome === 'done';
    // The command is the runner's to run, and its finish is held to it.
    const doneMeans = isDelivered && held.doneMeans === 'verified' ? 'checks' : held.doneMeans;
    requireProof(input, { task, checks, doneMeans, verifyCommand: project.verifyCommand });
    // Everything is attributed to the holder name.
    as.actor = asAgent(ctx, held.holder.name).actor;
    const ended = isDelivered
      ? { task: await deliver(as, tx, emit, owned, held, input), parents_completed: [], notes: [] }
      : await endWork(as, tx, emit, { owned, held, input, checks, ending: endingOf(held, input) });
    // Pipelined: the commit follows the read, whose result is awaited afterwards.
    const next_ready = held.runId === null ? readNextReady(tx, project.id) : Promise.resolve(null);
    next_ready.catch(() => undefined);
    const run_id = held.runId as Id | null;
    return { ...ended, holder: held.holder.name, run_id, is_delivered: isDelivered, next_ready };
  });
  return { ...answer, next_ready: await next_ready };
}

const OUTCOME: Record<FinishOutcome, RunOutcome> = {
  done: 'done',
  release: 'released',
  block: 'blocked',
  skip: 'skipped',
  ask: 'asked',
};

const endingOf = ({ runId }: HeldRow, { outcome, question, summary }: Finish): RunEnding | undefined =>
  runId === null ? undefined : { outcome: OUTCOME[outcome], reason: (question ?? summary ?? '').trim() };
