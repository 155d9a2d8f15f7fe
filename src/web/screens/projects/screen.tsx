import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { HeaderSlot } from '#web/features/frame/index.ts';
import { SetUpDone } from '#web/features/instance-kind/index.ts';
import {
  FreeBatonDialog,
  NeedsYou,
  type News,
  type Silent,
  SinceYouWereHere,
  useNews,
} from '#web/features/news/index.ts';
import { useProjects } from '#web/features/projects/index.ts';
import { useSubscription } from '#web/features/subscription/index.ts';
import { isComing } from '#web/lib/net/is-coming.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useNeedsMark, usePageTitle } from '#web/lib/page-title.ts';
import { useVisit } from '#web/lib/use-visit.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { FirstRun } from './first-run/first-run.tsx';
import { useFirstRun } from './first-run/use-first-run.ts';
import { KeepProjectsDialog } from './keep-projects-dialog.tsx';
import { ProjectDialogs } from './project-dialogs.tsx';
import { ProjectList } from './project-list.tsx';
import { useCardActions } from './use-card-actions.ts';
import { useLoadFailureToast } from './use-load-failure-toast.ts';
import { useProjectActions } from './use-project-actions.ts';
import { useProjectFilter } from './use-project-filter.ts';
import { useStepKeys } from './use-step-keys.ts';
import { WelcomeHead } from './welcome-head.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './projects.module.css';

export function Component() {
  usePageTitle('Projects');
  const projects = useProjects();
  const filter = useProjectFilter();
  const actions = useProjectActions(filter);
  useLoadFailureToast(projects.error);
  const list = projects.data;
  const firstRun = useFirstRun(list);
  const news = useNews();
  const isPending = projects.isPending || firstRun === 'coming' || (list?.length !== 0 && isComing(news));
  const loading = useDelayedFlag(isPending);

  return (
    <div className={cx(layout.page, layout.pageWide, styles.page)}>
      <HeaderSlot place="action">
        <ButtonLink to={paths.newProject} icon={<Plus />} className={layout.hiddenOnPhone}>
          New Project
        </ButtonLink>
      </HeaderSlot>
      {list?.length !== 0 && (!projects.isPending || loading) && <WelcomeHead projects={list} loading={loading} />}
      <SetUpDone />
      {firstRun && firstRun !== 'coming' && list && !loading && !isPending && (
        <FirstRun
          shown={firstRun}
          projects={list}
          busy={actions.createBusy}
          onCreate={actions.createFirst}
          onAsk={() => filter.setCreating(true)}
        />
      )}
      {loading ? (
        <CardSkeletons />
      ) : (
        !isPending && <Content projects={projects} news={news.data} filter={filter} actions={actions} />
      )}
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
      projects={projects.filter((each) => each.role === 'owner' && !each.is_example)}
      allowed={allowed}
      hasPlans={current.has_plans}
      onClose={filter.stopKeeping}
    />
  );
}

interface ContentProps {
  projects: ReturnType<typeof useProjects>;
  news: News | undefined;
  filter: ReturnType<typeof useProjectFilter>;
  actions: ReturnType<typeof useProjectActions>;
}

function Content({ projects, news, filter, actions }: ContentProps) {
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
  return <Living projects={list} news={news} filter={filter} actions={actions} />;
}

/** What happened, what needs the person, who is at work: in this order, and by itself up to date. */
function Living({ projects, news, filter, actions }: Omit<ContentProps, 'projects'> & { projects: ProjectSummary[] }) {
  const page = useRef<HTMLDivElement>(null);
  const [silent, setSilent] = useState<Silent>();
  const cardActions = useCardActions(actions);
  useNeedsMark(news?.needs_total ?? 0);
  // Only after the first answer: for the first time there is no earlier visit, which the first report would hide.
  useVisit(news ? 'all' : null);
  useStepKeys(page);
  return (
    <div ref={page}>
      {news && <SinceYouWereHere news={news} projects={projects} />}
      {news && <NeedsYou needs={news.needs} total={news.needs_total} onFree={setSilent} />}
      <ProjectList
        projects={projects}
        news={news?.projects}
        quiet={news?.quiet ?? NONE}
        needs={news?.needs ?? NONE}
        filter={filter}
        isPending={actions.isPending}
        onFree={setSilent}
        {...cardActions}
      />
      {silent && <FreeBatonDialog holder={silent} onClose={() => setSilent(undefined)} />}
    </div>
  );
}

const NONE: readonly never[] = [];
