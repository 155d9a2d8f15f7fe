import { eq, sql } from 'drizzle-orm';
import type { EventActor, Id } from '#contract/fields.ts';
import type { Baton } from '#contract/plan.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons, projects, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/feed.ts';
import { handBack } from './hand-back.ts';
import { presentBaton } from './present.ts';
import { readTasks } from './queries.ts';
import type { OwnedTask } from './require-task.ts';
import { rollUp } from './roll-up.ts';
import { countBeat, describeHolder, holderKeyOf, leaseEnd, noBeats } from './rules.ts';

type BatonRow = typeof batons.$inferSelect;

/**
 * Puts a baton into the caller's hand for this task; what the task then looks like is the caller's business. The plan is
 * held by the caller, and the keys of the table say the same once more: one per slot, one per task, one per holder.
 */
export async function takeBaton(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { task, project }: OwnedTask,
  holder: EventActor,
): Promise<{ baton: Baton; isNew: boolean }> {
  const now = ctx.now();
  const holderKey = holderKeyOf(holder);
  const held = await readBatons(tx, project.id);
  const mine = held.find((each) => each.taskId === task.id && each.holderKey === holderKey && each.expiresAt > now);
  if (mine !== undefined) {
    const baton = await renewRow(tx, mine, now);
    emit(`project:${project.id}`, 'baton.renewed', baton);
    return { baton, isNew: false };
  }

  const live: typeof held = [];
  for (const each of held) {
    if (each.expiresAt > now) live.push(each);
    else await expire(ctx, tx, emit, each, task.id);
  }
  const inTheWay = live.find((each) => each.taskId === task.id) ?? live.find((each) => each.holderKey === holderKey);
  const slots = Array.from({ length: project.batonSlots }, (_, place) => place + 1);
  const slot = slots.find((each) => !live.some((baton) => baton.slot === each));
  const obstacle = inTheWay ?? (slot === undefined ? live[0] : undefined);
  if (obstacle !== undefined || slot === undefined) throw lockHeld(obstacle, holderKey);

  const [numbered] = await tx
    .update(projects)
    .set({ lastFence: sql`${projects.lastFence} + 1` })
    .where(eq(projects.id, project.id))
    .returning({ fence: projects.lastFence });
  const [row] = await tx
    .insert(batons)
    .values({
      projectId: project.id,
      slot,
      taskId: task.id,
      holder,
      holderKey,
      fence: numbered?.fence ?? 0,
      takenAt: now,
      lastCallAt: now,
      expiresAt: leaseEnd(now),
      beats: noBeats(),
    })
    .returning();
  if (row === undefined) throw new Error('the baton was not taken');
  const baton = presentBaton(row);
  emit(`project:${project.id}`, 'baton.taken', baton);
  return { baton, isNew: true };
}

async function readBatons(tx: Tx, projectId: Id): Promise<(BatonRow & { number: number })[]> {
  const rows = await tx
    .select({ baton: batons, number: tasks.number })
    .from(batons)
    .innerJoin(tasks, eq(tasks.id, batons.taskId))
    .where(eq(batons.projectId, projectId))
    .orderBy(batons.slot);
  return rows.map(({ baton, number }) => ({ ...baton, number }));
}

/** A holder that has not been heard of for the length of a lease: the task is open again, with all its notes. */
async function expire(ctx: Context, tx: Tx, emit: Emit, baton: BatonRow, wanted: Id): Promise<void> {
  const id = baton.taskId as Id;
  await handBack(tx, emit, id, 'The lease ran out.');
  if (id === wanted) return;
  await tx.update(tasks).set({ status: 'open', agentLock: null, updatedAt: ctx.now() }).where(eq(tasks.id, id));
  for (const task of await readTasks(tx, [id])) {
    emit(`project:${task.project_id}`, 'task.updated', task);
    await rollUp(ctx, tx, emit, task.task_list_id);
  }
}

function lockHeld(obstacle: (BatonRow & { number: number }) | undefined, holderKey: string): AppError {
  if (obstacle === undefined)
    return new AppError('LOCK_HELD', 'Every baton of this project is held. Nothing was changed.');
  const { holder, number, takenAt } = obstacle;
  const advice =
    obstacle.holderKey === holderKey
      ? `Finish or release T${number} first.`
      : 'Wait until it is handed back; nothing was changed.';
  return new AppError('LOCK_HELD', `${describeHolder(holder, number, takenAt)}. ${advice}`);
}

/** Every call by the holder renews the lease and counts as one beat. */
export async function renewRow(tx: Tx, held: BatonRow, now: Date): Promise<Baton> {
  const [row] = await tx
    .update(batons)
    .set({
      lastCallAt: now,
      expiresAt: leaseEnd(now),
      callCount: held.callCount + 1,
      beats: countBeat(held.beats, held.lastCallAt, now),
    })
    .where(eq(batons.taskId, held.taskId))
    .returning();
  if (row === undefined) throw new Error('the baton is gone');
  return presentBaton(row);
}
