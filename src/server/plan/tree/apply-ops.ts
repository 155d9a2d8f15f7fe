import type { PlanOp } from '#contract/tools.ts';
import { AppError } from '#server/platform/error.ts';
import { applyOp, noPrd, requireAllFields } from './apply-op.ts';
import { addList } from './edit-lists.ts';
import type { Editing } from './open-editing.ts';
import { openTaskQueue } from './queue-tasks.ts';
import { openWaitQueue } from './queue-waits.ts';

export interface Applied {
  /** The diff, a line per change, in the order of the ops. */
  lines: string[];
  /** For a dry run: cycles that the ops would close. */
  circles: string[];
}

/**
 * Applies the ops in order. Added tasks and dependencies are batched until an op needs them: a draft of sixty tasks is
 * a few statements. `settled` has the lines of ops that are already done.
 */
export async function applyOps(
  editing: Editing,
  ops: readonly PlanOp[],
  settled: ReadonlyMap<number, readonly string[]>,
): Promise<Applied> {
  requireAllFields(ops, (place) => settled.has(place));
  const said = ops.map((_, place): readonly string[] => settled.get(place) ?? []);
  let current = 0;
  const placeOf = () => current;
  const added = openTaskQueue(editing, placeOf);
  const waits = openWaitQueue(editing, placeOf);
  const flush = async () => {
    for (const [place, line] of await added.flush()) said[place] = [line];
    for (const [place, line] of await waits.flush()) said[place] = [line];
  };

  /** Undefined where the op depends on what is batched. */
  const keepBack = async (op: PlanOp): Promise<readonly string[] | undefined> => {
    // With a PRD, `lines` were resolved before.
    if (op.lines !== undefined || op.tasks?.some(({ lines }) => lines !== undefined) === true) throw noPrd();
    if (op.op === 'list_add') return [await addList(editing, op)];
    if (op.op === 'depend') {
      await waits.add(op);
      return [];
    }
    const task = op.op === 'add' ? await added.add(op) : undefined;
    if (task !== undefined && op.ref !== undefined) editing.name(op.ref, task);
    return task === undefined ? undefined : [];
  };

  for (const [place, op] of ops.entries()) {
    if (settled.has(place)) continue;
    current = place;
    const kept = await naming(place, op, keepBack(op));
    // Errors of the batch name their own op.
    if (kept === undefined) await flush();
    said[place] = kept ?? (await naming(place, op, applyOp(editing, op)));
  }
  await flush();
  return { lines: said.flat(), circles: waits.circles };
}

async function naming<T>(place: number, { op }: PlanOp, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError ? error.about(`ops[${place}] (${op})`, `ops.${place}`) : error;
  }
}
