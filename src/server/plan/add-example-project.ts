import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { notes, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { insertProject } from '#server/projects/index.ts';
import { EXAMPLE_DESCRIPTION, EXAMPLE_LISTS, EXAMPLE_NAME, type ExampleTask } from './example-project.ts';

const MINUTE_MS = 60_000;

interface Place {
  tx: Tx;
  projectId: Id;
  listId: Id;
  level: number;
  /** Rows get times of their own, a minute apart: lists and notes are shown in the order of their making. */
  nextTime(): Date;
}

/** Gives an account an example project with lists, nested tasks and notes; the plan's project limit does not count it out. */
export async function addExampleProject(
  ctx: Context,
  input: { userId: Id },
): Promise<{ projectId: Id; tasks: number }> {
  return change(ctx, async (tx, emit) => {
    const projectId = await insertProject(ctx, tx, emit, {
      userId: input.userId,
      name: EXAMPLE_NAME,
      description: EXAMPLE_DESCRIPTION,
    });
    let time = ctx.now().getTime() - 90 * MINUTE_MS;
    const nextTime = () => new Date((time += MINUTE_MS));
    let added = 0;
    for (const list of EXAMPLE_LISTS) {
      const listId = newId();
      const at = nextTime();
      await tx
        .insert(taskLists)
        .values({ id: listId, projectId, name: list.name, operationalBrief: list.brief, createdAt: at, updatedAt: at });
      added += await addTasks({ tx, projectId, listId, level: 0, nextTime }, list.tasks);
    }
    return { projectId, tasks: added };
  });
}

async function addTasks(place: Place, list: ExampleTask[]): Promise<number> {
  let added = 0;
  for (const [order, task] of list.entries()) {
    added += 1 + (await addTask(place, task, order));
  }
  return added;
}

async function addTask(place: Place, task: ExampleTask, order: number): Promise<number> {
  const { tx, projectId, listId, level, nextTime } = place;
  const id = newId();
  const at = nextTime();
  const { title, description, status } = task;
  const row = { id, projectId, taskListId: listId, title, description, status, level, orderInParent: order };
  await tx.insert(tasks).values({ ...row, isCompleted: status === 'done', createdAt: at, updatedAt: at });
  for (const note of task.notes ?? []) {
    const noted = nextTime();
    await tx.insert(notes).values({ id: newId(), projectId, taskId: id, ...note, createdAt: noted, updatedAt: noted });
  }
  if (task.steps === undefined) return 0;
  const stepsId = newId();
  const list = {
    id: stepsId,
    projectId,
    parentTaskId: id,
    name: title,
    operationalBrief: task.steps.brief,
    depth: level + 1,
  };
  await tx.insert(taskLists).values({ ...list, createdAt: at, updatedAt: at });
  return addTasks({ ...place, listId: stepsId, level: level + 1 }, task.steps.tasks);
}
