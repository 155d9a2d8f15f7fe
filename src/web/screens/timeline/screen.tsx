import { useParams } from 'react-router';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import {
  HolderPills,
  isUnknownProject,
  LockNotice,
  PeopleNames,
  ProjectBar,
  UnknownProject,
  useProject,
} from '#web/features/projects/index.ts';
import { useNeedsMark, usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import layout from '#web/styles/layout.module.css';
import { Story } from './story.tsx';

const REDIRECT_AFTER = 1_000;

/** What happened in a project: the report, the relay and the list day by day. */
export function Component() {
  const { projectId = '' } = useParams();
  const { data: project, error, isPending } = useProject(projectId);
  usePageTitle(T.title, ...(project ? [project.name] : []));
  useNeedsMark(project === undefined || project.role === 'viewer' ? 0 : project.needs_you);
  const loading = useDelayedFlag(isPending);
  if (loading)
    return (
      <div className={layout.page}>
        <LoadingState text={PROJECT_TEXTS.loading} />
      </div>
    );
  if (isPending) return null;
  if (!project || project.deleted_at !== null || isUnknownProject(error))
    return <UnknownProject error={project ? null : error} after={REDIRECT_AFTER} />;
  return (
    <PeopleNames projectId={projectId}>
      <Crumbs
        trail={[
          { label: 'Projects', to: paths.projects },
          { label: project.name, to: paths.tasks(projectId) },
          { label: T.title },
        ]}
      />
      <ProjectBar project={project} view="timeline">
        <HolderPills project={project} />
      </ProjectBar>
      <LockNotice project={project} />
      <Story key={projectId} project={project} />
    </PeopleNames>
  );
}
