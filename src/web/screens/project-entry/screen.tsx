import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { isUnknownProject, openAddress, projectQuery, UnknownProject } from '#web/features/projects/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import styles from './project-entry.module.css';
import { cx } from '#web/ui/cx.ts';

/** Redirects to a project's tasks or its PRD, replacing the history entry. */
export function Component() {
  usePageTitle('Project');
  const { projectId = '' } = useParams();
  // Tasks may have been created meanwhile: cached data is used only if the refetch fails.
  const { data: project, error, isFetching } = useQuery({ ...projectQuery(projectId), staleTime: 0 });
  const loading = useDelayedFlag(isFetching);

  if (loading) return <Determining />;
  if (isFetching) return null;
  if (!project || project.deleted_at !== null || isUnknownProject(error))
    return <UnknownProject error={project ? null : error} />;
  return <Navigate to={openAddress(project)} replace />;
}

function Determining() {
  return (
    <div className={cx(layout.page, styles.page)} aria-busy="true">
      <output>
        <span className={cx(styles.line, styles.loading)}>{T.loading}</span>
        <span className={cx(styles.line, typography.small, typography.tertiary)}>{T.determining}</span>
      </output>
      <div className={cx(layout.column, layout.gap12, styles.skeleton)} aria-hidden="true">
        {[38, 62, 54, 70, 48, 58].map((width) => (
          <div key={width} className={cx(layout.row, layout.gap8)}>
            <Skeleton width={14} height={14} round />
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </div>
  );
}
