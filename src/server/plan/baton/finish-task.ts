import type { AnswerOf } from '#contract/endpoint.ts';
import type { finishTask as endpoint } from '#contract/plan.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { asAgent, callerOf, withToken } from './caller.ts';
import { describeFinish } from './describe-finish.ts';
import { finishUsual } from './finish-usual.ts';
import { presentPatch, presentTask } from '../present.ts';
import { readNextReady } from './read-next-ready.ts';
import { requireHeld } from './require-held.ts';
import { requireProof, tickChecks } from './require-proof.ts';
import { requireTask } from '../require-task.ts';
import { rollUp } from '../tree/roll-up.ts';
import { setStatus } from '../tree/set-status.ts';
import type { Finish } from './finish.ts';

type Answer = AnswerOf<typeof endpoint>;
/** Finishes the holder's work: status, notes, completed ancestors and the release of the baton, in one transaction. */
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
    const { task, list, project } = owned;
    const held = requireHeld(ctx, owned, input.baton);
    const checks = tickChecks(task, input.checks ?? []);
    requireProof(input, { task, checks, doneMeans: held.doneMeans, verifyCommand: project.verifyCommand });
    // Everything is attributed to the holder name.
    as.actor = asAgent(ctx, held.holder.name).actor;
    const { status, also, notes: said, why } = describeFinish(as, task, input, checks);
    const taking = { ...callerOf(as), holder: held.holder, isProven: true };
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
    // Pipelined: the commit follows the read, whose result is awaited afterwards.
    const next_ready = readNextReady(tx, project.id);
    next_ready.catch(() => undefined);
    return { task: shown, parents_completed, notes, holder: held.holder.name, next_ready };
  });
  return { ...answer, next_ready: await next_ready };
}
