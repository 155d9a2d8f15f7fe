import type { AnswerOf } from '#contract/endpoint.ts';
import type { finishTask as endpoint } from '#contract/plan.ts';
import type { Check } from '#contract/task.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import { presentPatch, presentTask } from '../present.ts';
import type { RunEnding } from '../relay/record-result.ts';
import type { OwnedTask } from '../require-task.ts';
import { rollUp } from '../tree/roll-up.ts';
import { setStatus } from '../tree/set-status.ts';
import { callerOf } from './caller.ts';
import { describeFinish } from './describe-finish.ts';
import type { Finish } from './finish.ts';
import type { HeldRow } from './read-batons.ts';

interface Ending {
  owned: OwnedTask;
  held: HeldRow;
  input: Finish;
  /** After ticking those with evidence. */
  checks: Check[];
  /** What its run stores of it. */
  ending?: RunEnding | undefined;
}
type Ended = Pick<AnswerOf<typeof endpoint>, 'task' | 'parents_completed' | 'notes'>;

/**
 * Ends the work on a held task as its holder said: status, notes, completed ancestors and the release of the baton. The
 * context's actor is the holder, and that the finish is allowed was checked before.
 */
export async function endWork(as: Context, tx: Tx, emit: Emit, work: Ending): Promise<Ended> {
  const { owned, held, input, checks, ending } = work;
  const { task, list, project } = owned;
  const { status, also, notes: said, why } = describeFinish(as, task, input, checks);
  const taking = { ...callerOf(as), holder: held.holder, isProven: true, ending };
  const { task: row } = await setStatus(as, tx, emit, owned, status, taking, also, why);
  const about = { projectId: project.id, taskId: task.id, byHolder: true };
  const written = await Promise.all(said.map((note) => writeNote(as, tx, emit, { ...about, ...note })));
  const notes = written.map(({ id }) => id);
  const shown = presentTask(row, list);
  emit(`project:${project.id}`, 'task.patched', presentPatch(presentTask(task, list), shown));
  // While siblings are unfinished, the ancestors do not change.
  const carriesUp = shown.is_completed !== task.isCompleted && owned.isLastOpen;
  const changed = carriesUp ? await rollUp(as, tx, emit, list.id) : [];
  const parents_completed = changed
    .filter((parent) => parent.is_completed)
    .map(({ id, number, title }) => ({ id, number, title }));
  return { task: shown, parents_completed, notes };
}
