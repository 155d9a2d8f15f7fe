import { ListFilter, Plus } from 'lucide-react';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { HeaderSlot } from '#web/features/frame/index.ts';
import { SetUpDone } from '#web/features/instance-kind/index.ts';
import { ProjectCard, useProjects } from '#web/features/projects/index.ts';
import { useSubscription } from '#web/features/subscription/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { FirstRun } from './first-run/first-run.tsx';
import { useFirstRun } from './first-run/use-first-run.ts';
import { KeepProjectsDialog } from './keep-projects-dialog.tsx';
import { NewTile } from './new-tile.tsx';
import { ProjectDialogs } from './project-dialogs.tsx';
import { ProjectFilter } from './project-filter.tsx';
import { useLoadFailureToast } from './use-load-failure-toast.ts';
import { useProjectActions } from './use-project-actions.ts';
import { filterProjects, useProjectFilter } from './use-project-filter.ts';
import { WelcomeHead } from './welcome-head.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import projectGrid from './project-grid.module.css';
import styles from './projects.module.css';

export function Component() {
  usePageTitle('Projects');
  const projects = useProjects();
  const filter = useProjectFilter();
  const actions = useProjectActions(filter);
  useLoadFailureToast(projects.error);
  const list = projects.data;
  const firstRun = useFirstRun(list);
  const loading = useDelayedFlag(projects.isPending);

  return (
    <div className={cx(layout.page, layout.pageWide, styles.page)}>
      <HeaderSlot place="action">
        <ButtonLink to={paths.newProject} icon={<Plus />} className={layout.hiddenOnPhone}>
          New Project
        </ButtonLink>
      </HeaderSlot>
      {list?.length !== 0 && (
        <WelcomeHead projects={list} loading={loading}>
          <ProjectFilter filter={filter} />
        </WelcomeHead>
      )}
      <SetUpDone />
      {firstRun && list && !loading && (
        <FirstRun
          shown={firstRun}
          projects={list}
          busy={actions.createBusy}
          onCreate={actions.createFirst}
          onAsk={() => filter.setCreating(true)}
        />
      )}
      {loading ? <CardSkeletons /> : <Content projects={projects} filter={filter} actions={actions} />}
      <ProjectDialogs actions={actions} />
      <KeepProjects projects={list} filter={filter} />
    </div>
  );
}

/** Nothing when no project is read-only, as at an outdated address. */
function KeepProjects({
  projects,
  filter,
}: Pick<ContentProps, 'filter'> & { projects: ContentProps['projects']['data'] }) {
  const { data: current } = useSubscription();
  if (!filter.keeping || !projects || !current || current.read_only_projects === 0) return null;
  const { max_projects: allowed } = current.limits;
  if (allowed === null) return null;
  return (
    <KeepProjectsDialog
      projects={projects.filter((each) => !each.is_example)}
      allowed={allowed}
      hasPlans={current.has_plans}
      onClose={filter.stopKeeping}
    />
  );
}

interface ContentProps {
  projects: ReturnType<typeof useProjects>;
  filter: ReturnType<typeof useProjectFilter>;
  actions: ReturnType<typeof useProjectActions>;
}

function Content({ projects, filter, actions }: ContentProps) {
  if (projects.isPending) return null;
  if (projects.isError && !projects.data) {
    return (
      <ErrorState
        message={messageOf(projects.error, T.loadFailed)}
        retrying={projects.isFetching}
        onRetry={() => void projects.refetch()}
      />
    );
  }
  const list = projects.data ?? [];
  if (list.length === 0) return null;
  const shown = filterProjects(list, filter.q, filter.status);
  if (shown.length === 0) return <NothingMatches count={list.length} onShowAll={filter.clear} />;
  return (
    <div className={projectGrid.grid}>
      {shown.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          pending={actions.isPending(project)}
          onEdit={actions.edit}
          onArchive={(each) => void actions.toggleArchived(each)}
          onDelete={actions.askDelete}
        />
      ))}
      {filter.status !== 'archived' && <NewTile onCreate={() => filter.setCreating(true)} />}
    </div>
  );
}

function NothingMatches({ count, onShowAll }: { count: number; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No projects match"
      hint={count === 1 ? 'One project is hidden by the filter.' : `${count} projects are hidden by the filter.`}
      action={
        <Button variant="ghost" size="sm" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  );
}
