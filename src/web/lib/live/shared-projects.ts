import type { QueryClient } from '@tanstack/react-query';
import type { ProjectSummary } from '#contract/project.ts';
import { queryKeys } from '../net/query-keys.ts';
import type { PlanData } from './plan-data.ts';

/**
 * Access to a project has ended: it leaves the list at once, and an open screen of it recognises it by `deleted_at`, as it
 * does a deleted one. What is not on a screen is dropped.
 */
export function forgetProject(cache: QueryClient, id: string): void {
  const at = new Date().toISOString();
  const end = (known: ProjectSummary): ProjectSummary => ({ ...known, deleted_at: at });
  cache.setQueryData<boolean>(queryKeys.unshared(id), true);
  cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) => list?.filter((each) => each.id !== id));
  cache.setQueryData<ProjectSummary>(queryKeys.project(id), (known) => known && end(known));
  cache.setQueryData<PlanData>(queryKeys.plan(id), (plan) => plan && { ...plan, project: end(plan.project) });
  // Race: an answer in flight may be older than the end of the access, and would bring the project back.
  void cache.invalidateQueries({ queryKey: queryKeys.projects, exact: true });
  void cache.invalidateQueries({ queryKey: queryKeys.news });
  for (const queryKey of [queryKeys.followed(id), queryKeys.timeline(id), queryKeys.people(id)])
    cache.removeQueries({ queryKey, type: 'inactive' });
}

/** A project of others is there now, or the person's role in it is another: only the server knows the rest. */
export function welcomeProject(cache: QueryClient, id: string): void {
  cache.removeQueries({ queryKey: queryKeys.unshared(id) });
  for (const queryKey of [queryKeys.projects, queryKeys.project(id), queryKeys.plan(id), queryKeys.subscription])
    void cache.invalidateQueries({ queryKey, exact: true });
  for (const queryKey of [queryKeys.people(id), queryKeys.notifications(id), queryKeys.news])
    void cache.invalidateQueries({ queryKey });
}

/** The feed of a project tells of its people without their addresses, and not which invitation was used. */
export const askForPeople = (cache: QueryClient, id: string, hasJoined: boolean): void => {
  if (hasJoined) void cache.invalidateQueries({ queryKey: queryKeys.invitationsTo(id) });
  void cache.invalidateQueries({ queryKey: queryKeys.people(id) });
  // The card counts them.
  void cache.invalidateQueries({ queryKey: queryKeys.projects, exact: true });
};

/** Whether the person was one of the project's people, and is not any more. */
export const isUnshared = (cache: QueryClient, id: string): boolean =>
  cache.getQueryData<boolean>(queryKeys.unshared(id)) === true;
