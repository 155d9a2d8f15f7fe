import { and, eq, isNull } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { startRun as endpoint } from '#contract/run-work.ts';
import type { Run } from '#contract/run.ts';
import type { Context } from '#server/platform/context.ts';
import { runs } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import { change } from '#server/platform/feed.ts';
import { holdProject } from '#server/projects/index.ts';
import { personOf } from './person-of.ts';
import { presentRun, type RunRow } from './present.ts';
import { requireRunning } from './require-run.ts';

/** Begins a run; the same id again answers the run that was begun with it, as after a restart of its runner. */
export async function startRun(ctx: Context, input: InputOf<typeof endpoint>): Promise<Run> {
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, input.id);
    const [known] = await tx.select().from(runs).where(eq(runs.id, input.run_id));
    if (known !== undefined) {
      // Of another project: the id is taken, and nothing is told of who has it.
      if (known.projectId !== project.id) throw new AppError('CONFLICT', 'This id of a run is not free. Make another.');
      requireRunning(known);
      return goOn(tx, emit, known, input);
    }
    const beside = await tx
      .select({ firstWorker: runs.firstWorker, parallel: runs.parallel })
      .from(runs)
      .where(and(eq(runs.projectId, project.id), isNull(runs.endedAt)));
    const now = ctx.now();
    const [row] = await tx
      .insert(runs)
      .values({
        id: input.run_id,
        projectId: project.id,
        startedBy: await personOf(ctx, tx),
        host: input.host,
        clients: input.clients,
        parallel: input.parallel,
        baseBranch: input.base_branch,
        isMerging: input.is_merging,
        verifyCommand: input.verify_command,
        isDemo: input.is_demo,
        firstWorker: findFree(beside, input.parallel),
        startedAt: now,
        lastBeatAt: now,
      })
      // Begun at the same moment for another project, whose lock is not held here.
      .onConflictDoNothing()
      .returning();
    if (row === undefined) throw new AppError('CONFLICT', 'This id of a run is not free. Make another.');
    const run = presentRun(row);
    emit(`project:${project.id}`, 'run.started', run);
    return run;
  });
}

/** A restarted runner may have been given other options; its agents keep their numbers. */
async function goOn(tx: Tx, emit: Emit, known: RunRow, input: InputOf<typeof endpoint>): Promise<Run> {
  const options = {
    clients: input.clients,
    parallel: input.parallel,
    baseBranch: input.base_branch,
    isMerging: input.is_merging,
    verifyCommand: input.verify_command,
  };
  const isSame = JSON.stringify(options) === JSON.stringify(pick(known));
  if (isSame) return presentRun(known);
  const [row] = await tx.update(runs).set(options).where(eq(runs.id, known.id)).returning();
  if (row === undefined) throw new Error('the run is gone');
  const run = presentRun(row);
  emit(`project:${run.project_id}`, 'run.updated', run);
  return run;
}

const pick = ({ clients, parallel, baseBranch, isMerging, verifyCommand }: RunRow) => ({
  clients,
  parallel,
  baseBranch,
  isMerging,
  verifyCommand,
});

type Numbers = Pick<RunRow, 'firstWorker' | 'parallel'>;

/** The lowest number from which as many follow one another that no running run gives to its agents. */
function findFree(beside: readonly Numbers[], wanted: number): number {
  let first = 1;
  for (const each of beside.toSorted((a, b) => a.firstWorker - b.firstWorker)) {
    if (each.firstWorker >= first + wanted) break;
    first = Math.max(first, each.firstWorker + each.parallel);
  }
  return first;
}
