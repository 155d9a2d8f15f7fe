import './tasks.css';
import { TriangleAlert } from 'lucide-react';
import { useParams } from 'react-router';
import { BACK_TO_PROJECTS, PLAN_TEXTS, PROJECT_TEXTS as T } from '#contract/texts.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { isUnknownProject, ProjectBar, useProject, useTaskLists, useTasks } from '#web/features/projects/index.ts';
import { messageOf } from '#web/lib/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadingState, Skeleton, useDelayedFlag } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { PlanTree } from './plan-tree.tsx';

/** The plan as it stands, to read. */
export function Component() {
  const { projectId = '' } = useParams();
  const project = useProject(projectId);
  const tasks = useTasks(projectId);
  const lists = useTaskLists(projectId);
  const name = project.data?.name;
  usePageTitle('Tasks', ...(name === undefined ? [] : [name]));
  const isPending = project.isPending || tasks.isPending || lists.isPending;
  const loading = useDelayedFlag(isPending);
  const error = project.error ?? tasks.error ?? lists.error;

  if (project.data?.deleted_at || (error && isUnknownProject(error))) return <NotFound />;
  if (error) {
    const retry = () => void Promise.all([project.refetch(), tasks.refetch(), lists.refetch()]);
    return <ErrorState heading="h1" message={messageOf(error, 'Failed to load tasks')} onRetry={retry} />;
  }
  if (loading) return <Loading />;
  if (!project.data || !tasks.data || !lists.data) return null;
  return (
    <>
      <Crumbs trail={[{ label: 'Projects', to: paths.projects }, { label: project.data.name }]} />
      <ProjectBar project={project.data} count={tasks.data.length}>
        <ButtonLink size="sm" to={paths.prd(projectId)}>
          PRD
        </ButtonLink>
      </ProjectBar>
      <div className="wrap plan">
        <PlanTree projectId={projectId} tasks={tasks.data} lists={lists.data} />
      </div>
    </>
  );
}

function NotFound() {
  return (
    <div className="plan-alone">
      <EmptyState
        icon={TriangleAlert}
        heading="h1"
        title={T.notFound}
        hint={T.notFoundText}
        action={<ButtonLink to={paths.projects}>{BACK_TO_PROJECTS}</ButtonLink>}
      />
    </div>
  );
}

function Loading() {
  return (
    <LoadingState text={PLAN_TEXTS.loading} className="wrap plan">
      <div className="col g3">
        {[120, 170, 140, 190, 150, 96].map((width) => (
          <div key={width} className="row g2">
            <Skeleton width={14} height={14} round />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </LoadingState>
  );
}
