import { eq } from 'drizzle-orm';
import { BATON_SLOTS_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Baton, Handover } from '#contract/plan.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { send } from '#server/platform/db/send.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { RunEnding } from '../relay/record-result.ts';
import { makeToken } from './baton-token.ts';
import type { Caller } from './caller.ts';
import { loseBaton } from './lose-baton.ts';
import { presentBaton } from '../present.ts';
import type { BatonRow, HeldRow } from './read-batons.ts';
import type { OwnedTask } from '../require-task.ts';
import { agoOf, countBeat, describeHolder, leaseEnd, noBeats } from '../rules.ts';

export const LEASE_OVER = 'The lease ran out.';

export interface Taking extends Caller {
  /** A claim is refused while anybody holds the task, even the caller: of many concurrent claims one succeeds. */
  isClaim?: boolean;
  /** The caller has sent the token of the baton that it releases. */
  isProven?: boolean;
  /** Takes over from the current holder, who is told this reason. */
  takeover?: string | undefined;
  /** The run that claims it. */
  runId?: Id | undefined;
  /** How the work of a run on the task ends, where this releases its baton. */
  ending?: RunEnding | undefined;
}

export interface Taken {
  baton: Baton;
  /** Returned to the claimer only; undefined where it continues with what it held. */
  token: string | undefined;
  isNew: boolean;
  handover: Handover | null;
}

/**
 * Assigns a baton for this task to the caller; the status is set elsewhere. The caller holds the project's lock, and
 * the keys of the table enforce the same: one per slot, one per task, one per holder.
 */
export async function takeBaton(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { task, project, batons: held }: OwnedTask,
  taking: Taking,
): Promise<Taken> {
  const now = ctx.now();
  const { holder, holderKey, clientKey } = taking;
  const isMine = (each: BatonRow) => each.holderKey === holderKey;
  const mine = held.find((each) => each.taskId === task.id && isMine(each) && each.expiresAt > now);
  if (mine !== undefined && taking.isClaim !== true) {
    const baton = await renewRow(tx, mine, now, project.leaseMinutes);
    emit(`project:${project.id}`, 'baton.renewed', baton);
    return { baton, token: undefined, isNew: false, handover: null };
  }

  let handover: Handover | null = task.handover ?? null;
  const live: HeldRow[] = [];
  const end = async (each: HeldRow, why: string) => {
    const left = await loseBaton(ctx, tx, emit, each, { why, by: taking, reopen: each.taskId !== task.id });
    if (each.taskId === task.id) handover = left;
  };
  for (const each of held) {
    if (each.expiresAt > now) live.push(each);
    else await end(each, LEASE_OVER);
  }
  const slots = Array.from({ length: BATON_SLOTS_MAX }, (_, place) => place + 1);
  const find = () => {
    const inTheWay = live.find((each) => each.taskId === task.id) ?? live.find(isMine);
    // Counted, since after the number was lowered held slots may lie beyond a free one.
    const isRoom = live.length < project.batonSlots;
    const slot = isRoom ? slots.find((each) => !live.some((baton) => baton.slot === each)) : undefined;
    return { slot, obstacle: inTheWay ?? (slot === undefined ? live[0] : undefined) };
  };
  let { slot, obstacle } = find();
  if (obstacle !== undefined && taking.takeover !== undefined && (!isMine(obstacle) || obstacle.taskId === task.id)) {
    await end(obstacle, taking.takeover);
    live.splice(live.indexOf(obstacle), 1);
    ({ slot, obstacle } = find());
  }
  if (obstacle !== undefined || slot === undefined) throw lockHeld(obstacle, taking, { task, live, now });

  // Under the project's lock, so the fencing number is unique.
  const fence = project.lastFence + 1;
  const { token, hash } = makeToken(fence);
  const row: BatonRow = {
    projectId: project.id,
    slot,
    taskId: task.id,
    holder,
    holderKey,
    clientKey,
    fence,
    tokenHash: taking.isClaim === true ? hash : '',
    doneMeans: project.doneMeans,
    takenAt: now,
    lastCallAt: now,
    expiresAt: leaseEnd(now, project.leaseMinutes),
    callCount: 1,
    beats: noBeats(),
    runId: taking.runId ?? null,
    delivered: null,
  };
  insertBaton(tx, row);
  const baton = presentBaton(row);
  emit(`project:${project.id}`, 'baton.taken', baton);
  return { baton, token, isNew: true, handover };
}

function insertBaton(tx: Tx, row: BatonRow): void {
  const { projectId, slot, taskId, holder, holderKey, clientKey, fence, takenAt, expiresAt, beats } = row;
  const held = [projectId, slot, taskId, holder, holderKey, clientKey, fence];
  const values = [...held, takenAt, expiresAt, beats, row.tokenHash, row.doneMeans, row.runId];
  void send(tx, { name: 'baton_take', text: TAKE, values });
}

const TAKE = `
  with numbered as (update projects set last_fence = $7 where id = $1)
  insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats, token_hash, done_means, run_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13)`;

/** Ends expired batons and reopens their tasks; returns whether there were any. */
export async function endExpired(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  held: readonly HeldRow[],
  by: Caller,
): Promise<boolean> {
  const now = ctx.now();
  const expired = held.filter(({ expiresAt }) => expiresAt <= now);
  for (const each of expired) await loseBaton(ctx, tx, emit, each, { why: LEASE_OVER, by, reopen: true });
  return expired.length > 0;
}

interface Around {
  task: { number: number };
  live: readonly HeldRow[];
  now: Date;
}

/** Who holds what since when, and the caller's options: it may be another window, or the same one after a restart. */
function lockHeld(obstacle: HeldRow | undefined, taking: Taking, { task, live, now }: Around): AppError {
  if (obstacle === undefined)
    return new AppError('LOCK_HELD', 'Every baton of this project is held. Nothing was changed.');
  const { holder, number, takenAt, lastCallAt } = obstacle;
  const said = `${describeHolder(holder, number, takenAt)}, last call ${agoOf(lastCallAt, now)}`;
  const isOwn = obstacle.holderKey === taking.holderKey;
  const others = live.length > 1 ? ` ${live.length} batons are held.` : '';
  if (isOwn && taking.hasSession && number !== task.number)
    return new AppError('LOCK_HELD', `${said}. That is you: finish or release T${number} first. Nothing was changed.`);
  const resumed =
    taking.holder.kind === 'agent'
      ? ` If that was you before a restart: task_claim T${number} with takeover and reason resumed.`
      : '';
  const another = isOwn && !taking.hasSession ? ' If you are another agent: claim with an agent name of your own.' : '';
  return new AppError('LOCK_HELD', `${said}.${others}${resumed}${another} Nothing was changed.`);
}

/** Counts calls of the holder, and renews the lease. */
export async function renewRow(tx: Tx, held: BatonRow, now: Date, leaseMinutes: number, calls = 1): Promise<Baton> {
  const [row] = await tx
    .update(batons)
    .set({
      lastCallAt: now,
      expiresAt: leaseEnd(now, leaseMinutes),
      callCount: held.callCount + calls,
      beats: countBeat(held.beats, held.lastCallAt, now, calls),
    })
    .where(eq(batons.taskId, held.taskId))
    .returning();
  if (row === undefined) throw new Error('the baton is gone');
  return presentBaton(row);
}
