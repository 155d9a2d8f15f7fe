import { eq } from 'drizzle-orm';
import { notFound } from '#server/platform/error.ts';
import type { Context } from '#server/platform/context.ts';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import { setTimeout } from '#server/platform/guard.ts';
import { failRun } from './fail-run.ts';
import { presentFailure } from './present.ts';
import type { RunRow } from './queries.ts';
import { interrupted, isOrphaned } from './rules.ts';

/** Polling interval, for a lost notification and for a server that died. */
const LOOK_AGAIN_MS = 1_000;

/** Waits for a run that another request started, and returns the same answer to every caller. */
export async function awaitRun<T>(ctx: Context, runId: string): Promise<T> {
  for (;;) {
    const ended = listen(ctx, runId);
    try {
      const run = await requireRun(ctx, runId);
      if (run.status === 'completed') return run.answer as T;
      if (run.status === 'failed') throw presentFailure(run);
      if (isOrphaned(run, ctx.now())) await failRun(ctx, run, interrupted(), null);
      else await ended.wait();
    } finally {
      ended.stop();
    }
  }
}

async function requireRun(ctx: Context, runId: string): Promise<RunRow> {
  const [run] = await ctx.db.select().from(generationRuns).where(eq(generationRuns.id, runId));
  // The run was deleted with its project.
  if (run === undefined) throw notFound('The project');
  return run;
}

/** Subscribes before the first look, so that an end in between is not missed (race). */
function listen(ctx: Context, runId: string): { wait(): Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = ctx.bus.on('generation', (subject) => {
    if (subject === runId) resolve();
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    wait() {
      timer = setTimeout(resolve, LOOK_AGAIN_MS);
      return promise;
    },
    stop() {
      off();
      clearTimeout(timer);
    },
  };
}
