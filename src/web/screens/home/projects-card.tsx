import { HOME_TEXTS as T } from '#contract/account-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { CopyProjectId, openAddress, useProjects } from '#web/features/projects/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDate } from '#web/lib/time.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/card.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export function ProjectsCard() {
  const projects = useProjects();
  const loading = useDelayedFlag(projects.isPending);
  return (
    <Card pad aria-labelledby="home-projects">
      <h2 id="home-projects">{T.projects}</h2>
      {loading && <LoadingState text={LOADING} />}
      {projects.isError && !projects.data && (
        <ErrorState
          message={messageOf(projects.error, PROJECT_TEXTS.loadFailed)}
          onRetry={() => void projects.refetch()}
        />
      )}
      {!loading && projects.data && <List projects={projects.data} />}
    </Card>
  );
}

function List({ projects }: { projects: readonly ProjectSummary[] }) {
  if (projects.length === 0)
    return <p className={cx(typography.secondary, 'home-empty')}>No projects yet. Use New Project to create one.</p>;
  return (
    <ul className="home-projects">
      {projects.map((project) => (
        <li key={project.id}>
          <div className={layout.grow}>
            <b className={cx('block', typography.truncate)}>{project.name}</b>
            <span className={cx(typography.small, typography.tertiary)}>Created {formatDate(project.created_at)}</span>
            <CopyProjectId id={project.id} />
          </div>
          <ButtonLink size="sm" to={openAddress(project)} aria-label={`${PROJECT_TEXTS.open}: ${project.name}`}>
            {PROJECT_TEXTS.open}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
