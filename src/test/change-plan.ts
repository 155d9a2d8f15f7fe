import type { Id } from '#contract/fields.ts';
import { addNote } from '#server/notes/index.ts';
import { addDependency } from '#server/plan/tree/add-dependency.ts';
import { breakDownTask } from '#server/plan/tree/break-down-task.ts';
import { claimTask } from '#server/plan/baton/claim-task.ts';
import { createTask } from '#server/plan/tree/create-task.ts';
import { deleteTask, undeleteTask } from '#server/plan/tree/delete-task.ts';
import { updateTaskList } from '#server/plan/tree/edit-task-list.ts';
import { getPlan } from '#server/plan/tree/get-plan.ts';
import { moveTask } from '#server/plan/tree/move-task.ts';
import { releaseBaton } from '#server/plan/baton/release-baton.ts';
import { restoreCheckpoint } from '#server/plan/checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '#server/plan/checkpoints/save-checkpoint.ts';
import { updateTask } from '#server/plan/tree/update-task.ts';
import type { Context } from '#server/platform/context.ts';
import { readFeedHead } from '#server/platform/feed.ts';

/** A deterministic pseudo-random generator. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const HEAD_EVERY = 10;
const REPLACE_EVERY = 400;

export interface Crowd {
  ctx: Context;
  projectId: Id;
  random(): number;
}

/** Several writers change one plan concurrently, until the feed has so many changes. */
export async function changePlan({ ctx, projectId, random }: Crowd, changes: number, writers: number): Promise<void> {
  const scope = `project:${projectId}` as const;
  const until = (await readFeedHead(ctx.db, scope)) + changes;
  let live: Id[] = [];
  let lists: Id[] = [];
  let gone: Id | undefined;
  const look = async () => {
    const plan = await getPlan(ctx, { id: projectId });
    live = plan.tasks.map((task) => task.id);
    lists = plan.task_lists.map((list) => list.id);
  };
  await look();
  let saved: Id | undefined;
  let calls = 0;
  const any = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  const task = () => any(live);
  const word = () => Math.floor(random() * 1e9).toString(36);

  const small: (() => Promise<unknown>)[] = [
    () => updateTask(ctx, { id: task(), title: `Title ${word()}` }),
    () => updateTask(ctx, { id: task(), status: 'done' }),
    () => updateTask(ctx, { id: task(), status: 'open' }),
    () => addNote(ctx, { id: projectId, type: any(['FINDING', 'CONTEXT', 'PROGRESS']), body: word(), task_id: task() }),
    () => moveTask(ctx, { id: task(), after_task_id: null }),
    () => updateTaskList(ctx, { id: any(lists), name: `List ${word()}` }),
  ];
  const large: (() => Promise<unknown>)[] = [
    async () => live.push((await createTask(ctx, { id: projectId, title: `New ${word()}` })).id),
    () => moveTask(ctx, { id: task(), parent_task_id: task() }),
    async () => {
      const id = task();
      await deleteTask(ctx, { id });
      gone = id;
      await look();
    },
    async () => {
      await undeleteTask(ctx, { id: gone ?? task() });
      await look();
    },
    () => addDependency(ctx, { id: task(), depends_on_id: task() }),
    async () => {
      const { baton, token } = await claimTask(ctx, { id: task() });
      await releaseBaton(ctx, { id: baton.task_id, baton: token }).catch(() => undefined);
    },
    () => breakDownTask(ctx, { id: task(), tasks: Array.from({ length: 8 }, () => ({ title: word() })) }),
  ];
  const replacing = async () => {
    if (saved === undefined) saved = (await saveCheckpoint(ctx, { id: projectId, name: 'Before' })).id;
    else await restoreCheckpoint(ctx, { id: saved });
    await look();
  };

  const write = async () => {
    for (;;) {
      calls += 1;
      if (calls % HEAD_EVERY === 0 && (await readFeedHead(ctx.db, scope)) >= until) return;
      const work = calls % REPLACE_EVERY === 0 ? replacing : any(random() < 0.8 ? small : large);
      // A refusal because of another writer's change is part of the test.
      await work().catch((error: unknown) => {
        if (!(error instanceof Error) || !('type' in error)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
}
