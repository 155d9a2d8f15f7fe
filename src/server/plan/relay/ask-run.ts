import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { askRun as endpoint } from '#contract/relay.ts';
import type { Run, RunRequest } from '#contract/run.ts';
import type { Context } from '#server/platform/context.ts';
import { runs } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { requireProject } from '#server/projects/index.ts';
import { personOf } from './person-of.ts';
import { type RunRow, presentRun } from './present.ts';
import { requireRun, requireRunning } from './require-run.ts';

type Asked = Pick<RunRow, 'isPaused' | 'stop'>;

/** Asks a run to pause, to go on, or to stop; its runner is told with its next beat. */
export async function askRun(ctx: Context, { id, request }: InputOf<typeof endpoint>): Promise<Run> {
  const { run } = await requireRun(ctx, id);
  // What an app was allowed by a sign-in is its own work, not that of the others.
  if (ctx.actor.kind === 'agent' && ctx.actor.grant !== undefined)
    throw new AppError('FORBIDDEN', 'Only a person, or the key of the account, may pause or stop a run.');
  return change(ctx, async (tx, emit) => {
    await requireProject(ctx, run.projectId, { db: tx, lock: true });
    const { run: before } = await requireRun(ctx, id, tx);
    requireRunning(before);
    const asked = { ...ASKED[request](before) };
    const isHalted = asked.isPaused || asked.stop !== null;
    const askedBy = isHalted ? (await personOf(ctx, tx)).name || 'a person' : null;
    const [row] = await tx
      .update(runs)
      .set({ ...asked, askedBy })
      .where(eq(runs.id, id))
      .returning();
    if (row === undefined) throw new Error('the run is gone');
    const shown = presentRun(row);
    emit(`project:${run.projectId}`, 'run.updated', shown);
    return shown;
  });
}

/** A stop at once is not taken back: its runner may be ending already. */
const ASKED: Record<RunRequest, (before: Asked) => Asked> = {
  pause: ({ stop }) => ({ isPaused: true, stop }),
  resume: ({ stop }) => ({ isPaused: false, stop: stop === 'stop' ? stop : null }),
  finish: ({ isPaused, stop }) => ({ isPaused, stop: stop ?? 'finish' }),
  stop: ({ isPaused }) => ({ isPaused, stop: 'stop' }),
};
