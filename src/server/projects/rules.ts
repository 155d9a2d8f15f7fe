import type { Id } from '#contract/fields.ts';
import type { ProjectLane } from '#contract/project.ts';
import { AppError } from '#server/platform/error.ts';
import type { PlanSize } from './queries.ts';

/** One block per root list, with everything below it. */
export function countLanes({ lists, tasks }: PlanSize): ProjectLane[] {
  const rootOf = new Map<Id, Id>();
  const lanes = new Map<Id, ProjectLane>();
  for (const { id, name, above } of lists) {
    // The root of the list above is known before it is asked for.
    const root = above === null ? id : rootOf.get(above);
    if (root === undefined) continue;
    rootOf.set(id, root);
    if (above === null) lanes.set(id, { name, tasks: 0, done: 0, wip: 0 });
  }
  for (const { list, status, n } of tasks) {
    const lane = lanes.get(rootOf.get(list) ?? list);
    if (lane === undefined) continue;
    lane.tasks += n;
    if (status !== 'open') lane[status] += n;
  }
  return [...lanes.values()];
}

/** One more active project must fit within the plan. */
export function requireRoomForProject(active: number, limit: number): void {
  if (active < limit) return;
  const noun = limit === 1 ? 'active project' : 'active projects';
  throw new AppError(
    'USAGE_LIMIT_EXCEEDED',
    `Your plan allows ${limit} ${noun}. Archive or delete a project, or upgrade, to make room.`,
    { code: 'PROJECT_LIMIT', usage: { projects: { current: active, limit } } },
  );
}
