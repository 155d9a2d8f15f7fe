import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { useParams } from 'react-router';
import { ProjectSince } from '#web/features/news/index.ts';
import { CoverageLine } from '#web/features/prd/index.ts';
import { NotesPanel } from '#web/features/notes/index.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import {
  NO_FILTERS,
  openQuestionOf,
  type PlanView,
  QuestionNews,
  TaskPanel,
  TreePanel,
  useFollowPlan,
  usePlan,
} from '#web/features/plan/index.ts';
import { isUnknownProject, lockOf, LockNotice, PeopleNames } from '#web/features/projects/index.ts';
import { TaskResults, useRelay, useRelayKeys } from '#web/features/relay/index.ts';
import { EditLockContext } from '#web/lib/live/edit-lock.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useFullTitle, useNeedsMark } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { collapse, expand } from '#web/ui/split/split-state.ts';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Board } from './board.tsx';
import { MiddlePanel } from './middle-panel.tsx';
import { Loading, NotFound } from './states.tsx';
import { toast } from '#web/ui/toast.ts';
import { StatusLine } from './status-line.tsx';
import { TasksBar } from './tasks-bar.tsx';
import { titleOf } from './title-of.ts';
import { useLayout } from './use-layout.ts';
import { useScreenKeys } from './use-screen-keys.ts';
import { useSelect } from './use-select.ts';
import { useSelection } from './use-selection.ts';
import { useStale } from './use-stale.ts';
import { useTasksUrl } from './use-tasks-url.ts';
import { useViews } from './use-views.tsx';
import { WhatChanged } from './what-changed.tsx';
import screen from './tasks-screen.module.css';

/** A project's plan: tree, selected task or overview, and notes. */
export function Component() {
  const { projectId = '' } = useParams();
  const { plan, error, isPending, refetch } = usePlan(projectId);
  useFollowPlan(projectId);
  // Asked for beside the plan: the view that the screen starts on depends on it.
  useRelay(projectId, isThere);
  const loading = useDelayedFlag(isPending);

  if (plan?.project.deleted_at || (!plan && error && isUnknownProject(error))) return <Alone what="missing" />;
  if (!plan && error) {
    return <ErrorState heading="h1" message={messageOf(error, 'Failed to load tasks')} onRetry={refetch} />;
  }
  if (loading) return <Alone what="loading" />;
  return plan ? <Plan key={projectId} projectId={projectId} plan={plan} /> : null;
}

const isThere = () => true;

function Alone({ what }: { what: 'missing' | 'loading' }) {
  useFullTitle(titleOf(undefined, undefined));
  return what === 'missing' ? <Missing /> : <Loading />;
}

function Missing() {
  const { projectId = '' } = useParams();
  // Written by the account's feed, which may tell it a moment after the project's own feed has ended.
  const { data: wasLeft = false } = useQuery<boolean>({ queryKey: queryKeys.unshared(projectId), enabled: false });
  return <NotFound wasLeft={wasLeft} />;
}

function Plan({ projectId, plan }: { projectId: string; plan: PlanView }) {
  const url = useTasksUrl(projectId);
  // On narrow screens a link to a task opens the task panel first.
  const layout = useLayout(url.task === undefined && url.view !== 'relay' ? 'tree' : 'task');
  const views = useViews(projectId, url);
  const stale = useStale(projectId);
  const task = useSelection(plan, url.task, url.forget);
  useFullTitle(titleOf(plan, task));
  useNeedsMark(plan.project.role === 'viewer' ? 0 : plan.needsYou().length);

  const { split, setSplit } = layout;
  const narrow = useNarrow();
  const select = useSelect((taskId) => {
    url.select(taskId);
    if (taskId !== undefined) layout.setPhone('task');
  });
  const answer = (taskId: string) => {
    url.select(taskId, { answer: true });
    layout.setPhone('task');
  };
  /** Questions are answered one after the other. */
  const goToNext = ({ id, number }: Task) => {
    const next = plan.needsYou().find((each) => each.id !== id && openQuestionOf(each) !== undefined);
    if (!next) return;
    toast({ title: QUESTION_TEXTS.nextAfter(number), variant: 'success' });
    answer(next.id);
  };
  // Deferred, so that typing in the filter is not blocked by rendering the long list.
  const listFilters = useDeferredValue(url.filters);
  const clearFilters = () => url.setFilters(NO_FILTERS);
  useScreenKeys({
    plan,
    selectedId: task?.id,
    filters: url.filters,
    select,
    answer,
    clearFilters,
    toggleTree: () => layout.shutTree(!layout.treeShut),
    toggleNotes: () => setSplit(split.collapsed === 'right' ? expand(split) : collapse(split, 'right')),
  });
  const [wantsFocus, setWantsFocus] = useState(false);
  const openRelay = () => {
    setWantsFocus(true);
    url.openRelay();
    layout.setPhone('task');
  };
  const relay = useRelayKeys(projectId, { mayAsk: plan.project.role !== 'viewer', onOpen: openRelay });
  const isRelay = task === undefined && views.isRelay;
  const noteCount = plan.noteCounts
    .filter(({ task_id }) => task === undefined || task_id === task.id)
    .reduce((sum, { count }) => sum + count, 0);
  const left = { plan, projectId, onSelect: select, onCollapse: () => setSplit(collapse(split, 'left')) };

  return (
    <PeopleNames projectId={projectId}>
      <EditLockContext value={lockOf(plan.project)}>
        <div className={screen.screen} data-fills-window="">
          <Crumbs trail={[{ label: 'Projects', to: paths.projects }, { label: plan.project.name }]} />
          <TasksBar plan={plan} onSelect={select} onAnswer={answer} relay={{ ...relay, open: openRelay }} />
          <QuestionNews plan={plan} />
          <LockNotice project={plan.project} />
          <Board
            layout={layout}
            stale={stale}
            noteCount={noteCount}
            middle={isRelay ? 'Relay' : 'Task'}
            tree={
              <TreePanel
                projectId={projectId}
                plan={plan}
                selectedId={task?.id}
                filters={url.filters}
                onFilters={url.setFilters}
                onSelect={select}
                onCollapse={narrow ? undefined : () => layout.shutTree(true)}
              />
            }
            task={
              task ? (
                <TaskPanel
                  {...left}
                  task={task}
                  onSelectList={(id) => url.setFilters({ lists: [id] })}
                  wantsAnswer={url.answer}
                  onAnswering={url.endAnswer}
                  onAnswered={goToNext}
                  results={<TaskResults projectId={projectId} taskId={task.id} />}
                />
              ) : (
                <MiddlePanel
                  {...left}
                  views={views}
                  onAnswer={answer}
                  focus={{ wantsFocus, onFocused: () => setWantsFocus(false) }}
                  filters={listFilters}
                  onFilterLists={(lists) => url.setFilters({ lists })}
                  onClearFilters={clearFilters}
                  since={<ProjectSince projectId={projectId} />}
                  changes={<WhatChanged project={plan.project} />}
                  coverage={<CoverageLine projectId={projectId} />}
                />
              )
            }
            notes={
              <NotesPanel
                projectId={projectId}
                task={task}
                taskTitleOf={(id) => plan.tasks.get(id)?.title}
                openQuestionOf={(id) => openQuestionOf(plan.tasks.get(id))}
                repositoryUrl={plan.project.repository_url}
                noteCounts={plan.noteCounts}
                batons={plan.batons}
                tab={url.tab}
                onTab={url.setTab}
                sort={url.sort}
                onSort={url.setSort}
                onClearTask={() => select(undefined)}
                onSelectTask={select}
                onCollapse={narrow ? undefined : () => setSplit(collapse(split, 'right'))}
              />
            }
          />
          <StatusLine
            projectId={projectId}
            asked={task && openQuestionOf(task) !== undefined ? (task.question ?? undefined) : undefined}
            isRelay={isRelay}
            hasQuestions={plan.needsYou().some((each) => openQuestionOf(each) !== undefined)}
          />
        </div>
      </EditLockContext>
    </PeopleNames>
  );
}
