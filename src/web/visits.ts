import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useMatch } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { useVisit } from '#web/lib/use-visit.ts';
import { paths } from '#web/paths.ts';

/** Reports visits on every screen of a project, once the screen has loaded it: an unknown one is not visited. */
export function useProjectVisits() {
  const projectId = useMatch(`${paths.projects}/:projectId/*`)?.params.projectId ?? '';
  const cache = useQueryClient();
  // Not an observer of the queries: it would replace the function by which the screen fetches them again.
  const subscribe = useCallback((changed: () => void) => cache.getQueryCache().subscribe(changed), [cache]);
  const isLoaded = useSyncExternalStore(subscribe, () => hasLoaded(cache, projectId));
  useVisit(projectId !== '' && isLoaded ? { projectId } : null);
}

function hasLoaded(cache: QueryClient, projectId: string): boolean {
  const project = cache.getQueryData<ProjectSummary>(queryKeys.project(projectId));
  const plan = cache.getQueryData<PlanData>(queryKeys.plan(projectId));
  return project?.deleted_at === null || plan?.project.deleted_at === null;
}
