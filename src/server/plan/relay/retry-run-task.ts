import { and, eq } from 'drizzle-orm';
import { NOTE_BODY_MAX } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { retryRunTask as endpoint } from '#contract/run-work.ts';
import type { RunResult } from '#contract/run.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons, runResults } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { fenceOf } from '../baton/baton-token.ts';
import { renewRow } from '../baton/take-baton.ts';
import { requireTask } from '../require-task.ts';
import { cutText } from '../rules.ts';
import { requireHeldForRun } from './held-for-run.ts';
import { type ResultRow, presentResult } from './present.ts';
import { recordResult } from './record-result.ts';
import { asWorker, requireRun } from './require-run.ts';

type Input = InputOf<typeof endpoint>;

/**
 * Takes a task up again under the same baton: what went wrong becomes a finding for the next try, and what was delivered
 * is no longer. The same try again answers what was stored of it.
 */
export async function retryRunTask(ctx: Context, input: Input): Promise<RunResult> {
  const { run } = await requireRun(ctx, input.id);
  const as = asWorker(ctx, run.projectId, input.worker, input.baton);
  return change(as, async (tx, emit) => {
    const owned = await requireTask(as, tx, { projectId: run.projectId, ref: { id: input.task_id } });
    const told = await findTold(tx, input);
    if (told !== undefined) return presentResult(told);
    const held = requireHeldForRun(as, owned, input);
    as.actor = asWorker(as, run.projectId, held.holder.name, input.baton).actor;
    const { project, task } = owned;
    const body = [input.reason, input.finding.trim()].filter((each) => each !== '').join('\n\n');
    await writeNote(as, tx, emit, {
      projectId: project.id,
      taskId: task.id,
      type: 'FINDING',
      body: cutText(body, NOTE_BODY_MAX),
      byHolder: true,
    });
    await tx.update(batons).set({ delivered: null }).where(eq(batons.taskId, task.id));
    emit(`project:${project.id}`, 'baton.renewed', await renewRow(tx, held, as.now(), project.leaseMinutes));
    const row = await recordResult(as, tx, emit, held, {
      outcome: 'tried_again',
      reason: input.reason,
      try: input.try,
      tries: input.tries,
      verification: input.verification,
      seconds: input.seconds,
      tokens: input.tokens,
      costUsd: input.cost_usd,
    });
    if (row === undefined) throw new Error('the try was not stored');
    return presentResult(row);
  });
}

async function findTold(tx: Tx, input: Input): Promise<ResultRow | undefined> {
  const { id, task_id, baton } = input;
  const isIt = and(
    eq(runResults.runId, id),
    eq(runResults.taskId, task_id),
    eq(runResults.fence, fenceOf(baton)),
    eq(runResults.try, input.try),
    eq(runResults.outcome, 'tried_again'),
  );
  const [row] = await tx.select().from(runResults).where(isIt);
  return row;
}
