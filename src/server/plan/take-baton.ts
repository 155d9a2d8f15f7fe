import { eq } from 'drizzle-orm';
import type { EventActor } from '#contract/fields.ts';
import type { Baton, Handover } from '#contract/plan.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { send } from '#server/platform/db/send.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/feed.ts';
import { loseBaton } from './lose-baton.ts';
import { presentBaton } from './present.ts';
import type { BatonRow, HeldRow } from './read-batons.ts';
import type { OwnedTask } from './require-task.ts';
import { countBeat, describeHolder, holderKeyOf, leaseEnd, noBeats } from './rules.ts';

const LEASE_OVER = 'The lease ran out.';

export interface Taking {
  holder: EventActor;
  /** A claim is refused while anybody holds the task, the caller too: of many who ask at once one gets it. */
  isClaim?: boolean;
  /** Takes it from whoever holds it, who is told why. */
  takeover?: string | undefined;
}

export interface Taken {
  baton: Baton;
  isNew: boolean;
  handover: Handover | null;
}

/**
 * Puts a baton into the caller's hand for this task; what the task then looks like is the caller's business. The plan is
 * held by the caller, and the keys of the table say the same once more: one per slot, one per task, one per holder.
 */
export async function takeBaton(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { task, project, batons: held }: OwnedTask,
  taking: Taking,
): Promise<Taken> {
  const now = ctx.now();
  const { holder } = taking;
  const holderKey = holderKeyOf(holder);
  const isMine = (each: BatonRow) => each.holderKey === holderKey;
  const mine = held.find((each) => each.taskId === task.id && isMine(each) && each.expiresAt > now);
  if (mine !== undefined && taking.isClaim !== true) {
    const baton = await renewRow(tx, mine, now);
    emit(`project:${project.id}`, 'baton.renewed', baton);
    return { baton, isNew: false, handover: null };
  }

  let handover: Handover | null = task.handover ?? null;
  const live: HeldRow[] = [];
  const end = async (each: HeldRow, why: string) => {
    const left = await loseBaton(ctx, tx, emit, each, { why, by: holder, reopen: each.taskId !== task.id });
    if (each.taskId === task.id) handover = left;
  };
  for (const each of held) {
    if (each.expiresAt > now) live.push(each);
    else await end(each, LEASE_OVER);
  }
  const slots = Array.from({ length: project.batonSlots }, (_, place) => place + 1);
  const find = () => {
    const inTheWay = live.find((each) => each.taskId === task.id) ?? live.find(isMine);
    const slot = slots.find((each) => !live.some((baton) => baton.slot === each));
    return { slot, obstacle: inTheWay ?? (slot === undefined ? live[0] : undefined) };
  };
  let { slot, obstacle } = find();
  if (obstacle !== undefined && taking.takeover !== undefined && (!isMine(obstacle) || obstacle.taskId === task.id)) {
    await end(obstacle, taking.takeover);
    live.splice(live.indexOf(obstacle), 1);
    ({ slot, obstacle } = find());
  }
  if (obstacle !== undefined || slot === undefined) throw lockHeld(obstacle, holderKey);

  const row: BatonRow = {
    projectId: project.id,
    slot,
    taskId: task.id,
    holder,
    holderKey,
    clientKey: holderKeyOf(presentActor(ctx.actor)),
    // The plan is held: nobody else takes a number meanwhile.
    fence: project.lastFence + 1,
    takenAt: now,
    lastCallAt: now,
    expiresAt: leaseEnd(now),
    callCount: 1,
    beats: noBeats(),
  };
  insertBaton(tx, row);
  const baton = presentBaton(row);
  emit(`project:${project.id}`, 'baton.taken', baton);
  return { baton, isNew: true, handover };
}

/** With the number it carries, which the project never gives out again. */
function insertBaton(tx: Tx, row: BatonRow): void {
  const { projectId, slot, taskId, holder, holderKey, clientKey, fence, takenAt, expiresAt, beats } = row;
  const values = [projectId, slot, taskId, holder, holderKey, clientKey, fence, takenAt, expiresAt, beats];
  void send(tx, { name: 'baton_take', text: TAKE, values });
}

const TAKE = `
  with numbered as (update projects set last_fence = $7 where id = $1)
  insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`;

/** Ends the batons whose holders have not been heard of for a lease, and puts their tasks back; tells whether there were any. */
export async function endExpired(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  held: readonly HeldRow[],
  by: EventActor,
): Promise<boolean> {
  const now = ctx.now();
  const expired = held.filter(({ expiresAt }) => expiresAt <= now);
  for (const each of expired) await loseBaton(ctx, tx, emit, each, { why: LEASE_OVER, by, reopen: true });
  return expired.length > 0;
}

function lockHeld(obstacle: HeldRow | undefined, holderKey: string): AppError {
  if (obstacle === undefined)
    return new AppError('LOCK_HELD', 'Every baton of this project is held. Nothing was changed.');
  const { holder, number, takenAt, fence } = obstacle;
  const advice =
    obstacle.holderKey === holderKey
      ? `If that is you, go on with baton ${fence}, and finish or release T${number} first. Nothing was changed.`
      : 'Wait until it is handed back; nothing was changed.';
  return new AppError('LOCK_HELD', `${describeHolder(holder, number, takenAt)}. ${advice}`);
}

/** Every call by the holder renews the lease and counts as one beat. */
export async function renewRow(tx: Tx, held: BatonRow, now: Date, calls = 1): Promise<Baton> {
  const [row] = await tx
    .update(batons)
    .set({
      lastCallAt: now,
      expiresAt: leaseEnd(now),
      callCount: held.callCount + calls,
      beats: countBeat(held.beats, held.lastCallAt, now, calls),
    })
    .where(eq(batons.taskId, held.taskId))
    .returning();
  if (row === undefined) throw new Error('the baton is gone');
  return presentBaton(row);
}
