import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ProjectSummary } from '#contract/project.ts';
import { call } from '#web/lib/net/api.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import type { toPatch } from './draft.ts';

/** Updates the list, the project and its plan in the cache; a newer row stays. */
function keep(cache: QueryClient, project: ProjectSummary) {
  const newer = (known: ProjectSummary) => (known.updated_at > project.updated_at ? known : project);
  cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) =>
    list?.map((each) => (each.id === project.id ? newer(each) : each)),
  );
  cache.setQueryData<ProjectSummary>(queryKeys.project(project.id), (known) => known && newer(known));
  cache.setQueryData<PlanData>(queryKeys.plan(project.id), (plan) => plan && { ...plan, project: newer(plan.project) });
}

/** Optimistic concurrency: the server refuses it if the project has changed since base_updated_at. */
export function useSaveProject() {
  const cache = useQueryClient();
  return async ({ id, updated_at }: ProjectSummary, patch: ReturnType<typeof toPatch>) =>
    keep(cache, await call('PUT /api/projects/:id', { id, ...patch, base_updated_at: updated_at }));
}

export function useReadProject() {
  const cache = useQueryClient();
  return async (id: string) => {
    const project = await call('GET /api/projects/:id', { id });
    keep(cache, project);
    return project;
  };
}
