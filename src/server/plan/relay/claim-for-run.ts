import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ClaimedForRun, claimForRun as endpoint } from '#contract/run-work.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { change } from '#server/platform/feed.ts';
import { makeToken } from '../baton/baton-token.ts';
import { take } from '../baton/claim-task.ts';
import type { HeldRow } from '../baton/read-batons.ts';
import { type Brief, readBrief } from '../baton/read-brief.ts';
import { endExpired, renewRow } from '../baton/take-baton.ts';
import { type OwnedTask, findNextTask, requireTask } from '../require-task.ts';
import { findNextIn } from './find-next-in.ts';
import type { RunRow } from './present.ts';
import { asWorker, requireRun, requireRunning, workerCaller } from './require-run.ts';
import { sayWaiting } from './say-waiting.ts';
import { presentTask } from '../present.ts';

type Input = InputOf<typeof endpoint>;
/** Its brief as it was read: the agents' door composes the text. */
export type ClaimedTask = Omit<ClaimedForRun, 'brief'> & { brief: Brief; was_stopped: string | null };
interface Answer {
  claimed: ClaimedTask | null;
  waiting: string;
  is_over: boolean;
}

/**
 * Claims the next ready task for an agent of a run, by the rules that hold for everybody. One that already holds a baton
 * of this run gets it again with a new token: its runner was restarted, and has lost the old one.
 */
export async function claimForRun(ctx: Context, input: Input): Promise<Answer> {
  const { run } = await requireRun(ctx, input.id);
  const as = asWorker(ctx, run.projectId, input.worker);
  await ctx.admitted;
  return change(as, async (tx, emit) => {
    const found = await findNextTask(as, tx, run.projectId);
    // Read again under the project's lock, so that a claim after a stop takes nothing.
    const { run: current } = await requireRun(as, run.id, tx);
    requireRunning(current);
    const caller = workerCaller(as, run.id, input.worker);
    const own = found.batons.find(({ holderKey, expiresAt }) => holderKey === caller.holderKey && expiresAt > as.now());
    if (own !== undefined) return repeat(as, tx, emit, own);
    const halted = whyHalted(current);
    if (halted !== undefined) return nothing(halted);
    const isCleared = await endExpired(as, tx, emit, found.batons, caller);
    const { owned: next } = isCleared ? await findNextTask(as, tx, run.projectId) : found;
    const live = found.batons.filter(({ expiresAt }) => expiresAt > as.now());
    const owned = await choose(as, tx, run.projectId, input, next);
    if (owned === undefined) return nothing(await sayWaiting(tx, run.projectId, input.only), live.length === 0);
    const { batonSlots } = owned.project;
    if (input.number === undefined && live.length >= batonSlots)
      return nothing(batonSlots === 1 ? 'the baton is held' : `every baton is held (${live.length} of ${batonSlots})`);
    const claimed = await take(as, tx, emit, owned, { ...caller, isClaim: true, runId: run.id });
    const brief = await readIn(as, tx, owned);
    return { claimed: { ...claimed, brief, is_repeat: false }, waiting: '', is_over: false };
  });
}

const nothing = (waiting: string, is_over = false): Answer => ({ claimed: null, waiting, is_over });

function whyHalted({ stop, isPaused, askedBy }: RunRow): string | undefined {
  const by = askedBy === null ? '' : ` by ${askedBy}`;
  if (stop !== null) return `stopped${by}`;
  return isPaused ? `paused${by}` : undefined;
}

async function choose(
  ctx: Context,
  tx: Tx,
  projectId: Id,
  { number, only, except }: Input,
  next: OwnedTask | undefined,
): Promise<OwnedTask | undefined> {
  if (number !== undefined) return requireTask(ctx, tx, { projectId, ref: { number } });
  if (only === undefined && except.length === 0) return next;
  const id = await findNextIn(tx, projectId, only, except);
  if (id === undefined) return undefined;
  return id === next?.task.id ? next : requireTask(ctx, tx, id);
}

/** The worker's own baton again. What its agent delivered stays delivered. */
async function repeat(ctx: Context, tx: Tx, emit: Emit, held: HeldRow): Promise<Answer> {
  const owned = await requireTask(ctx, tx, held.taskId as Id);
  const { token, hash } = makeToken(held.fence);
  await tx.update(batons).set({ tokenHash: hash }).where(eq(batons.taskId, held.taskId));
  const baton = await renewRow(tx, held, ctx.now(), owned.project.leaseMinutes);
  emit(`project:${owned.project.id}`, 'baton.renewed', baton);
  const brief = await readIn(ctx, tx, owned);
  const task = presentTask(owned.task, owned.list);
  return {
    claimed: { task, baton, token, handover: null, was_stopped: null, brief, is_repeat: true },
    waiting: '',
    is_over: false,
  };
}

const readIn = (ctx: Context, tx: Tx, { task, project }: OwnedTask) =>
  readBrief(ctx, project.id, { id: task.id }, connectionOf(tx));
