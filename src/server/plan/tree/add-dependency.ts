import { and, eq, isNull } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Dependency, addDependency as adding, removeDependency as removing } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { taskDependencies, tasks } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { findCycle } from './find-cycle.ts';
import { requireTask } from '../require-task.ts';

/** Adds a dependency. Idempotent; a cycle is refused and named. */
export async function addDependency(ctx: Context, input: InputOf<typeof adding>): Promise<Dependency> {
  return change(ctx, async (tx, emit) => {
    const { task, project } = await requireTask(ctx, tx, input.id);
    const ofProject = and(eq(tasks.id, input.depends_on_id), eq(tasks.projectId, project.id), isNull(tasks.deletedAt));
    const [other] = await tx.select({ id: tasks.id, number: tasks.number }).from(tasks).where(ofProject);
    if (other === undefined) throw notFound('The task to wait for');
    if (other.id === task.id) throw new AppError('CONFLICT', `T${task.number} cannot wait for itself.`);
    const way = await findCycle(tx, input.depends_on_id, task.id);
    if (way !== undefined) throw cycle([task.number, ...way]);
    const added = await tx
      .insert(taskDependencies)
      .values({ projectId: project.id, taskId: task.id, dependsOnId: other.id, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ taskId: taskDependencies.taskId });
    const shown = { task_id: task.id, depends_on_id: input.depends_on_id };
    if (added.length > 0) emit(`project:${project.id}`, 'dependency.added', shown);
    return shown;
  });
}

export function cycle(numbers: readonly number[]): AppError {
  return new AppError('CONFLICT', `That would be a cycle in which nothing can begin: ${sayWay(numbers)}.`, {
    code: 'DEPENDENCY_CYCLE',
  });
}

export const sayWay = (numbers: readonly number[]): string => numbers.map((number) => `T${number}`).join(' → ');

/** Removes a dependency. */
export async function removeDependency(ctx: Context, input: InputOf<typeof removing>): Promise<Dependency> {
  return change(ctx, async (tx, emit) => {
    const { task, project } = await requireTask(ctx, tx, input.id);
    const both = and(eq(taskDependencies.taskId, task.id), eq(taskDependencies.dependsOnId, input.dependsOnId));
    const removed = await tx.delete(taskDependencies).where(both).returning({ taskId: taskDependencies.taskId });
    if (removed.length === 0) throw notFound('The dependency');
    const shown = { task_id: task.id, depends_on_id: input.dependsOnId };
    emit(`project:${project.id}`, 'dependency.removed', shown);
    return shown;
  });
}
