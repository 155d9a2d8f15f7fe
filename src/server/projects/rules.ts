import { AppError } from '#server/platform/error.ts';

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
