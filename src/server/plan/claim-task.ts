import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { EventActor } from '#contract/fields.ts';
import type { claimNext as claimingNext, claimTask as claiming } from '#contract/plan.ts';
import { writeNote } from '#server/notes/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { type Emit, change } from '#server/platform/feed.ts';
import { presentTask } from './present.ts';
import { type OwnedTask, findNextTask, requireTask } from './require-task.ts';
import { setStatus, tellLocked } from './set-status.ts';
import { type Taking, endExpired, readBatons } from './take-baton.ts';

type Claimed = AnswerOf<typeof claiming>;

/** Takes the baton for a task. Of several who ask at once exactly one gets it; the others are told who. */
export async function claimTask(ctx: Context, input: InputOf<typeof claiming>): Promise<Claimed> {
  const reason = input.reason?.trim() ?? '';
  if (input.takeover === true && reason === '')
    throw new AppError('VALIDATION_ERROR', 'Taking a baton over needs a reason; its holder is told.', {
      issues: [{ path: 'reason', message: 'is needed to take a baton over' }],
    });
  const takeover = input.takeover === true ? reason : undefined;
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    return take(ctx, tx, emit, owned, { holder: holderOf(ctx, input.agent), isClaim: true, takeover });
  });
}

/** Takes the baton for the first ready task in tree order, or answers null when nothing is ready. */
export async function claimNext(ctx: Context, input: InputOf<typeof claimingNext>): Promise<Claimed | null> {
  return change(ctx, async (tx, emit) => {
    const holder = holderOf(ctx, input.agent);
    const [found, held] = await Promise.all([findNextTask(ctx, tx, input.id), readBatons(tx, input.id)]);
    // What somebody left behind may be the next task, and even the only one.
    const isCleared = await endExpired(ctx, tx, emit, held, holder);
    const owned = isCleared ? await findNextTask(ctx, tx, input.id) : found;
    if (owned === undefined) return null;
    return take(ctx, tx, emit, owned, { holder, isClaim: true });
  });
}

/** Whoever names an agent speaks for it: several may share one person's key, and each holds a baton of its own. */
function holderOf(ctx: Context, agent: string | undefined): EventActor {
  const caller = presentActor(ctx.actor);
  return agent === undefined ? caller : { ...caller, kind: 'agent', name: agent };
}

async function take(ctx: Context, tx: Tx, emit: Emit, owned: OwnedTask, taking: Taking): Promise<Claimed> {
  const { task, list, project } = owned;
  if (task.status === 'done') throw new AppError('CONFLICT', `T${task.number} is done. Reopen it before you take it.`);
  const { task: row, taken } = await setStatus(ctx, tx, emit, owned, 'wip', taking);
  if (taken === undefined) throw new Error('the claim gave no baton');
  const shown = presentTask(row, list);
  if (task.status !== 'wip') {
    tellLocked(emit, owned, ctx.now());
    await writeNote(ctx, tx, emit, {
      projectId: project.id,
      taskId: task.id,
      type: 'PROGRESS',
      body: `Task locked by ${taking.holder.name} in ${list.name}`,
      isBroadcast: true,
    });
  }
  emit(`project:${project.id}`, 'task.updated', shown);
  return { task: shown, baton: taken.baton, handover: taken.handover };
}
