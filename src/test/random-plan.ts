import fc from 'fast-check';
import type { Id } from '#contract/fields.ts';
import { addNote } from '#server/notes/index.ts';
import { addDependency } from '#server/plan/tree/add-dependency.ts';
import { createTaskList, updateTaskList } from '#server/plan/tree/edit-task-list.ts';
import { getPlan } from '#server/plan/tree/get-plan.ts';
import { createTask, updateTask } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { createProject, deleteProject } from '#server/projects/index.ts';
import { anyCheck, anyName, anyNote, anyText, anyTitle } from './plan-documents.ts';

export interface RandomPlan {
  lists: { name: string; brief: string }[];
  tasks: {
    title: string;
    description: string;
    checks: { text: string; met: boolean }[];
    place: number;
    isBelow: boolean;
    isDone: boolean;
    blocked: string;
    waits: number;
    notes: { type: 'progress' | 'finding' | 'context' | 'files'; body: string }[];
    brief: string;
  }[];
}

export const anyPlan: fc.Arbitrary<RandomPlan> = fc.record({
  lists: fc.uniqueArray(fc.record({ name: anyName, brief: anyText }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ name }) => name.toLowerCase(),
  }),
  tasks: fc.array(
    fc.record({
      title: anyTitle,
      description: anyText,
      checks: fc.array(anyCheck, { maxLength: 3 }),
      place: fc.nat(100),
      isBelow: fc.boolean(),
      isDone: fc.boolean(),
      blocked: fc.oneof(fc.constant(''), anyTitle),
      waits: fc.nat(100),
      notes: fc.array(anyNote, { maxLength: 2 }),
      brief: anyText,
    }),
    { maxLength: 8 },
  ),
});

const TYPES = { progress: 'PROGRESS', finding: 'FINDING', context: 'CONTEXT', files: 'FILE_LIST' } as const;

/** Creates a plan through the use cases of people. */
export async function writeRandomPlan(ctx: Context, projectId: Id, plan: RandomPlan): Promise<void> {
  const lists: Id[] = [];
  for (const { name, brief } of plan.lists)
    lists.push((await createTaskList(ctx, { id: projectId, name, operational_brief: brief })).id);
  const made: Id[] = [];
  for (const task of plan.tasks) {
    const { title, description, checks, place, notes, blocked } = task;
    const parent = task.isBelow ? made[place % Math.max(1, made.length)] : undefined;
    const list = lists[place % lists.length];
    const where = parent === undefined ? { task_list_id: list } : { parent_task_id: parent };
    const { id } = await createTask(ctx, { id: projectId, title, description, checks, ...where });
    for (const { type, body } of notes) await addNote(ctx, { id: projectId, type: TYPES[type], body, task_id: id });
    if (blocked !== '') await updateTask(ctx, { id, blocked_reason: blocked });
    const other = made[task.waits % Math.max(1, made.length)];
    // A dependency that would close a cycle is skipped.
    if (other !== undefined && other !== parent && task.waits % 3 === 0)
      await addDependency(ctx, { id, depends_on_id: other }).catch(() => undefined);
    made.push(id);
  }
  const { tasks, task_lists } = await getPlan(ctx, { id: projectId });
  const parents = new Set(tasks.map(({ parent_task_id }) => parent_task_id));
  for (const [at, id] of made.entries())
    if (plan.tasks[at]?.isDone === true && !parents.has(id)) await updateTask(ctx, { id, status: 'done' });
  for (const list of task_lists) {
    const at = made.indexOf(list.parent_task_id ?? ('' as Id));
    if (at !== -1) await updateTaskList(ctx, { id: list.id, operational_brief: plan.tasks[at]?.brief ?? '' });
  }
}

/** Replaces the previous project by a new one. */
export async function replaceProject(ctx: Context, before: Id | undefined): Promise<Id> {
  if (before !== undefined) await deleteProject(ctx, { id: before });
  return (await createProject(ctx, { name: 'Ship' })).id;
}

export async function readTitles(ctx: Context, projectId: Id): Promise<string[]> {
  const { tasks } = await getPlan(ctx, { id: projectId });
  return tasks.map(({ title }) => title).toSorted();
}
