import { skipToken, useQuery } from '@tanstack/react-query';
import { useMatch } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { useVisit } from '#web/lib/use-visit.ts';
import { paths } from '#web/paths.ts';

/** Reports visits on every screen of a project, once the screen has loaded it: an unknown one is not visited. */
export function useProjectVisits() {
  const projectId = useMatch(`${paths.projects}/:projectId/*`)?.params.projectId ?? '';
  const { data: isProject } = useQuery({
    queryKey: queryKeys.project(projectId),
    queryFn: skipToken,
    select: (project: ProjectSummary) => project.deleted_at === null,
  });
  const { data: isPlan } = useQuery({
    queryKey: queryKeys.plan(projectId),
    queryFn: skipToken,
    select: ({ project }: PlanData) => project.deleted_at === null,
  });
  useVisit(projectId !== '' && (isProject === true || isPlan === true) ? { projectId } : null);
}
