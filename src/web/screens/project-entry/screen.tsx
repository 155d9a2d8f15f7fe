import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { isUnknownProject, openAddress, projectQuery, UnknownProject } from '#web/features/projects/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

/** Decides between a project's tasks and its specification, and leaves no trace in the history. */
export function Component() {
  usePageTitle('Project');
  const { projectId = '' } = useParams();
  // Tasks may have been made since the project was last seen: what was known decides only when nothing newer comes.
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
    <div className={cx(layout.page, 'py-6')} aria-busy="true">
      <output>
        <span className="block font-medium">{T.loading}</span>
        <span className={cx('block', typography.small, typography.tertiary)}>{T.determining}</span>
      </output>
      <div className={cx(layout.column, layout.gap12, 'mt-6')} aria-hidden="true">
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
