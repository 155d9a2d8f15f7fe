import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, callEvery } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export const useProjects = (asking: { enabled?: boolean } = {}) =>
  useQuery({ queryKey: queryKeys.projects, queryFn: () => callEvery('GET /api/projects'), ...asking });

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: queryKeys.project(projectId),
    queryFn: () => call('GET /api/projects/:id', { id: projectId }),
  });

export const useProject = (projectId: string) => useQuery(projectQuery(projectId));
