import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#contract/fields.ts';
import type { ProjectStatus, ProjectSummary } from '#contract/project.ts';
import { call } from '#web/lib/net/api.ts';
import { countProjects } from '#web/lib/live/live.ts';
import { forgetProject } from '#web/lib/live/shared-projects.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { getSession } from '#web/lib/session/session.ts';

export interface ProjectText {
  name: string;
  description: string;
}

export interface ProjectEdit extends Partial<ProjectText> {
  status?: ProjectStatus;
}

const inList = (cache: QueryClient, change: (list: ProjectSummary[]) => ProjectSummary[]) => {
  cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) => list && change(list));
  countProjects(cache);
};

const put = (cache: QueryClient, project: ProjectSummary) => {
  inList(cache, (list) => list.map((each) => (each.id === project.id ? project : each)));
  cache.setQueryData<ProjectSummary>(queryKeys.project(project.id), (known) => known && project);
};

/** What one active project more or less means for limits and for other projects is decided by the server. */
const askForPlan = (cache: QueryClient) =>
  Promise.all(
    [queryKeys.subscription, queryKeys.projects].map((queryKey) => cache.invalidateQueries({ queryKey, exact: true })),
  );

/**
 * Mutation scope: runs them serially, so that archiving one project frees its place before the next is created, and of two
 * edits of one project the later one wins.
 */
const IN_TURN = { id: 'projects' };

/** An empty description is not sent. */
export function useCreateProject() {
  const cache = useQueryClient();
  return useMutation({
    scope: IN_TURN,
    mutationFn: ({ name, description }: ProjectText) =>
      call('POST /api/projects', { name, ...(description !== '' && { description }) }),
    onSuccess: (project) => {
      inList(cache, (list) => [project, ...list.filter((each) => each.id !== project.id)]);
      void askForPlan(cache);
    },
  });
}

/** Loads the example project; where there is one already, it is the answer. */
export function useLoadExample() {
  const cache = useQueryClient();
  return useMutation({
    scope: IN_TURN,
    mutationFn: () => call('POST /api/projects/example'),
    onSuccess: (project) => {
      inList(cache, (list) => [project, ...list.filter((each) => each.id !== project.id)]);
      void cache.invalidateQueries({ queryKey: queryKeys.projects, exact: true });
    },
  });
}

export interface ProjectChange {
  project: ProjectSummary;
  edit: ProjectEdit;
}

/** Optimistic update; the rollback is skipped if a newer row arrived meanwhile. */
export function useUpdateProject() {
  const cache = useQueryClient();
  return useMutation({
    scope: IN_TURN,
    mutationFn: ({ project, edit }: ProjectChange) => call('PUT /api/projects/:id', { id: project.id, ...edit }),
    onMutate: ({ project, edit }) => put(cache, { ...project, ...edit }),
    onSuccess: (project, { edit }) => {
      put(cache, project);
      if (edit.status !== undefined) void askForPlan(cache);
    },
    onError: (_error, { project }) => {
      const now = cache.getQueryData<ProjectSummary[]>(queryKeys.projects)?.find((each) => each.id === project.id);
      if (!now || now.updated_at === project.updated_at) put(cache, project);
    },
  });
}

export function useDeleteProject() {
  const cache = useQueryClient();
  return useMutation({
    scope: IN_TURN,
    mutationFn: (project: ProjectSummary) => call('DELETE /api/projects/:id', { id: project.id }),
    onSuccess: (_nothing, project) => {
      inList(cache, (list) => list.filter((each) => each.id !== project.id));
      void askForPlan(cache);
    },
  });
}

/** For somebody who is not the owner. */
export function useLeaveProject() {
  const cache = useQueryClient();
  return useMutation({
    scope: IN_TURN,
    mutationFn: (project: ProjectSummary) => {
      const session = getSession();
      const userId = (session.status === 'signed-in' ? session.userId : '') as Id;
      return call('DELETE /api/projects/:id/people/:userId', { id: project.id, userId });
    },
    onSuccess: (_nothing, { id }) => forgetProject(cache, id),
  });
}
