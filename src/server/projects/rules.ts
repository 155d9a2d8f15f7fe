import { AppError } from '#server/platform/error.ts';
import type { ProjectRow } from './queries.ts';

/** Retry-After for a limit that time does not lift. */
const LATER_SECONDS = 3_600;

/** Archived projects and those beyond the limit can be read, exported and deleted, but not changed. */
export const isWritable = ({ status, readOnlyAt }: Pick<ProjectRow, 'status' | 'readOnlyAt'>): boolean =>
  status === 'active' && readOnlyAt === null;

export const archived = () =>
  new AppError('CONFLICT', 'This project is archived and can only be read. Take it out of the archive to go on.', {
    code: 'PROJECT_ARCHIVED',
  });

/** `url` for agents, which pass it on to the person they work for. */
export function beyondPlan(
  { active, limit, isTeam }: { active: number; limit: number; isTeam: boolean },
  url: string | undefined,
): AppError {
  const places = limit === 1 ? '1 active project' : `${limit} active projects`;
  const usage = { projects: { current: active, limit } };
  return new AppError(
    'USAGE_LIMIT_EXCEEDED',
    url === undefined
      ? `${allowed(places, isTeam)}, and this one is beyond it: it can only be read. Archive or delete another project, or ${wayOut(isTeam)}, to go on with it.`
      : `This project can only be read: its owner's ${isTeam ? 'account is allowed' : 'plan allows'} ${places}, and ${active} are active. Nothing was changed. Tell the owner to archive another project or to ${isTeam ? 'ask an administrator for more' : `upgrade at ${url}/subscription`}; a baton you hold can be handed back with the outcome release.`,
    { code: 'PROJECT_READ_ONLY', usage, retryAfterSeconds: LATER_SECONDS },
  );
}

/** The wording: limited by the plan or, where there are no plans, by an administrator. */
const allowed = (what: string, isTeam: boolean) => `${isTeam ? 'Your account is allowed' : 'Your plan allows'} ${what}`;
const wayOut = (isTeam: boolean) => (isTeam ? 'ask an administrator for more' : 'upgrade');

export function requireRoomForProject(active: number, limit: number, isTeam: boolean): void {
  if (active < limit) return;
  const noun = limit === 1 ? 'active project' : 'active projects';
  throw new AppError(
    'USAGE_LIMIT_EXCEEDED',
    `${allowed(`${limit} ${noun}`, isTeam)}. Archive or delete a project, or ${wayOut(isTeam)}, to make room.`,
    { code: 'PROJECT_LIMIT', usage: { projects: { current: active, limit } }, retryAfterSeconds: LATER_SECONDS },
  );
}

/** Refuses to keep more projects active than the limit. */
export function requireFewEnough(chosen: number, limit: number, isTeam: boolean): void {
  if (chosen <= limit) return;
  const noun = limit === 1 ? 'active project' : 'active projects';
  throw new AppError('USAGE_LIMIT_EXCEEDED', `${allowed(`${limit} ${noun}`, isTeam)}. Choose no more than that.`, {
    code: 'PROJECT_LIMIT',
    usage: { projects: { current: chosen, limit } },
    retryAfterSeconds: LATER_SECONDS,
  });
}
