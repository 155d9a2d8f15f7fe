import { useParams } from 'react-router';
import { PRD_TEXTS } from '#contract/prd-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { useFollowPlan, usePlan } from '#web/features/plan/index.ts';
import { usePrd } from '#web/features/prd/index.ts';
import { isUnknownProject, lockOf, UnknownProject, useProject } from '#web/features/projects/index.ts';
import { EditLockContext } from '#web/lib/live/edit-lock.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useNeedsMark, usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Workbench } from './workbench.tsx';
import layout from '#web/styles/layout.module.css';
import styles from './prd.module.css';

const REDIRECT_AFTER = 1_000;

/** The PRD of a project: editor, reading line by line, and generation of the plan. */
export function Component() {
  const { projectId = '' } = useParams();
  const { data: project, error, isPending } = useProject(projectId);
  const title = project !== undefined && project.taskCount === 0 ? PRD_TEXTS.title : PRD_TEXTS.titleWithPlan;
  usePageTitle(title, ...(project ? [project.name] : []));
  useNeedsMark(project === undefined || project.role === 'viewer' ? 0 : project.needs_you);
  const loading = useDelayedFlag(isPending);
  if (loading)
    return (
      <div className={layout.page}>
        <LoadingState text={PROJECT_TEXTS.loading} />
      </div>
    );
  if (isPending) return null;
  // A failed refetch keeps the editor mounted; only a deleted or unknown project ends it.
  if (!project || project.deleted_at !== null || isUnknownProject(error))
    return <UnknownProject error={project ? null : error} after={REDIRECT_AFTER} />;
  return (
    <div className={styles.screen} data-fills-window="below-header">
      <Crumbs
        trail={[
          { label: 'Projects', to: paths.projects },
          { label: project.name, to: paths.tasks(projectId) },
          { label: title },
        ]}
      />
      <EditLockContext value={lockOf(project)}>
        <Known key={projectId} project={project} />
      </EditLockContext>
    </div>
  );
}

/** Waits for the PRD, because the layout depends on whether there is one (no layout shift). */
function Known({ project }: { project: ProjectSummary }) {
  useFollowPlan(project.id);
  const { plan } = usePlan(project.id);
  const prd = usePrd(project.id);
  const loading = useDelayedFlag(prd.isPending);
  if (loading)
    return (
      <div className={layout.page}>
        <LoadingState text={PROJECT_TEXTS.loading} />
      </div>
    );
  if (prd.isPending) return null;
  if (prd.isError && prd.data === undefined)
    return (
      <ErrorState
        heading="h1"
        message={messageOf(prd.error, 'Failed to load the PRD')}
        onRetry={() => void prd.refetch()}
        retrying={prd.isFetching}
      />
    );
  return <Workbench project={project} plan={plan} prd={prd.data ?? undefined} />;
}
