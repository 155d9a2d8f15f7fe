import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { claimNext as claimingNext, claimTask as claiming } from '#contract/plan.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { asAgent, callerOf } from './caller.ts';
import { claimUsual } from './claim-usual.ts';
import { wantedOf } from './usual-case.ts';
import { presentPatch, presentTask } from '../present.ts';
import type { TaskRow } from '../rows.ts';
import { type NamedTask, type OwnedTask, findNextTask, requireTask } from '../require-task.ts';
import { setStatus, tellLocked } from '../tree/set-status.ts';
import { type Taking, endExpired } from './take-baton.ts';

type Claimed = AnswerOf<typeof claiming>;
/** Reads more than the task in the transaction of the claim. */
type Read<T> = (tx: Tx, taskId: Id) => Promise<T>;
const nothing: Read<undefined> = async () => undefined;

/** Claims a task. Of several concurrent claims exactly one succeeds; the others are told who holds it. */
export async function claimTask(ctx: Context, input: InputOf<typeof claiming>): Promise<Claimed> {
  const usual =
    input.takeover === true ? undefined : await claimUsual(ctx, wantedOf(ctx, input.id), input.agent, false);
  return usual?.claimed ?? (await claimAndRead(ctx, input, nothing)).claimed;
}

/** Claims the first ready task in tree order; null when none is ready. */
export async function claimNext(ctx: Context, input: InputOf<typeof claimingNext>): Promise<Claimed | null> {
  const usual = await claimUsual(ctx, { projectId: input.id, id: null, number: null }, input.agent, false);
  if (usual !== undefined) return usual?.claimed ?? null;
  return (await claimNextAndRead(ctx, input, nothing))?.claimed ?? null;
}

/** Like claimTask for a task by id or number, with a read in the same transaction. */
export async function claimAndRead<T>(
  ctx: Context,
  input: Omit<InputOf<typeof claiming>, 'id'> & { id: Id | NamedTask },
  read: Read<T>,
): Promise<{ claimed: Claimed; extra: T }> {
  const reason = input.reason?.trim() ?? '';
  if (input.takeover === true && reason === '')
    throw new AppError('VALIDATION_ERROR', 'Taking a baton over needs a reason; its holder is told.', {
      issues: [{ path: 'reason', message: 'is needed to take a baton over' }],
    });
  const takeover = input.takeover === true ? reason : undefined;
  // The caller's losses are looked up first, since that must not wait for a second connection while holding one (pool
  // deadlock).
  await ctx.admitted;
  const as = asAgent(ctx, input.agent);
  return settle(
    await change(as, async (tx, emit) => {
      const owned = await requireTask(as, tx, input.id);
      const claimed = await take(as, tx, emit, owned, { ...callerOf(ctx, input.agent), isClaim: true, takeover });
      return { claimed, extra: ask(read(tx, owned.task.id)) };
    }),
  );
}

/** Like claimNext, with a read in the same transaction. */
export async function claimNextAndRead<T>(
  ctx: Context,
  input: InputOf<typeof claimingNext>,
  read: Read<T>,
): Promise<{ claimed: Claimed; extra: T } | null> {
  await ctx.admitted;
  const as = asAgent(ctx, input.agent);
  const taken = await change(as, async (tx, emit) => {
    const caller = callerOf(ctx, input.agent);
    const { owned: found, batons } = await findNextTask(as, tx, input.id);
    // Tasks of expired batons are reopened, and one of them may be the next, or the only one.
    const isCleared = await endExpired(as, tx, emit, batons, caller);
    const owned = isCleared ? (await findNextTask(as, tx, input.id)).owned : found;
    if (owned === undefined) return null;
    const claimed = await take(as, tx, emit, owned, { ...caller, isClaim: true });
    return { claimed, extra: ask(read(tx, owned.task.id)) };
  });
  return taken && settle(taken);
}

/** Pipelined: the commit follows the read without waiting for its result. */
const ask = <T>(extra: Promise<T>): Promise<T> => {
  extra.catch(() => undefined);
  return extra;
};
const settle = async <T>({ claimed, extra }: { claimed: Claimed; extra: Promise<T> }) => ({
  claimed,
  extra: await extra,
});

export async function take(ctx: Context, tx: Tx, emit: Emit, owned: OwnedTask, taking: Taking): Promise<Claimed> {
  const { task, list, project } = owned;
  if (task.status === 'done') throw new AppError('CONFLICT', `T${task.number} is done. Reopen it before you take it.`);
  const { task: row, taken } = await setStatus(ctx, tx, emit, owned, 'wip', taking);
  if (taken?.token === undefined) throw new Error('the claim gave no baton');
  const shown = presentTask(row, list);
  if (task.status !== 'wip') tellLocked(emit, owned, ctx.now(), taking.holder.name);
  emit(`project:${project.id}`, 'task.patched', presentPatch(presentTask(task, list), shown));
  const { baton, token, handover } = taken;
  return { task: shown, baton, token, handover, was_stopped: whyStopped(task) };
}

/** Why work on it had stopped, for an agent that claims it by name anyway. */
const whyStopped = ({ blockedReason, question }: TaskRow): string | null => {
  if (blockedReason !== null) return `It was blocked: ${blockedReason}`;
  return question === null || question.answer !== null ? null : `Nobody has answered yet: ${question.text}`;
};
