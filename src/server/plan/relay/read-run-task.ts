import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { RunTaskState, readRunTask as endpoint } from '#contract/run-work.ts';
import type { RunOutcome } from '#contract/run.ts';
import type { Context } from '#server/platform/context.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { findEnd, isHeldBy } from './held-for-run.ts';
import { renewOfRun } from './renew-of-run.ts';
import { requireRun } from './require-run.ts';

type State = RunTaskState['state'];

const STATE: Record<Exclude<RunOutcome, 'tried_again'>, State> = {
  done: 'done',
  failed: 'blocked',
  conflict: 'blocked',
  blocked: 'blocked',
  released: 'released',
  skipped: 'skipped',
  asked: 'asked',
  taken_away: 'lost',
};

/** How a task of a run stands after its agent's program has ended. Renews a baton that is still held. */
export async function readRunTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<RunTaskState> {
  const { run, project } = await requireRun(ctx, input.id);
  const [row] = await ctx.db.select().from(batons).where(eq(batons.taskId, input.task_id));
  if (row !== undefined && isHeldBy(row, input, ctx.now())) {
    const [renewed] = await renewOfRun(ctx, { run, project }, [{ fence: row.fence, calls: 0 }]);
    const { delivered } = row;
    return {
      state: delivered === null ? 'held' : 'delivered',
      reason: '',
      summary: delivered?.summary ?? '',
      expires_at: (renewed?.expiresAt ?? row.expiresAt).toISOString(),
    };
  }
  const end = await findEnd(ctx.db, input);
  if (end === undefined || end.outcome === 'tried_again') return lost(whyGone(row, input.id));
  return { state: STATE[end.outcome], reason: end.reason, summary: '', expires_at: null };
}

const lost = (reason: string): RunTaskState => ({ state: 'lost', reason, summary: '', expires_at: null });

const whyGone = (row: typeof batons.$inferSelect | undefined, runId: string): string => {
  if (row === undefined) return 'Nobody holds the task now.';
  return row.runId === runId
    ? 'Its lease ran out, or it was taken up again.'
    : `${row.holder.name} holds the task now.`;
};
