import { Filter, History } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { displayNamesOf } from '#contract/display-name.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { useMe } from '#web/features/account/index.ts';
import {
  dayOf,
  FilterBar,
  isNarrowed,
  isShown,
  nameFilters,
  type Reader,
  RelayCard,
  ReportCard,
  type ShownDays,
  TimelineList,
  useLiveTimeline,
  useTimelineDays,
  useUnfolded,
} from '#web/features/timeline/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import layout from '#web/styles/layout.module.css';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import styles from './timeline.module.css';
import { useTimelineUrl } from './use-timeline-url.ts';

const FIRST_DAYS = 14;
const MORE_DAYS = 30;

export function Story({ project }: { project: ProjectSummary }) {
  const { id: projectId, holders, repository_url: repositoryUrl } = project;
  const url = useTimelineUrl();
  const { filters } = url;
  const now = useNow();
  const { data: me } = useMe();
  const [shownDays, setShownDays] = useState<ShownDays>({ days: FIRST_DAYS, backTo: undefined });
  const days = useTimelineDays(projectId, filters, shownDays);
  const unfolded = useUnfolded();
  const [wanted, setWanted] = useState<TimelineEntry>();
  const forget = useCallback(() => setWanted(undefined), []);
  useLiveTimeline(projectId);
  const loading = useDelayedFlag(days.isPending);

  const [name, email] = [me?.display_name, me?.email];
  const reader = useMemo<Reader>(() => {
    const own = name === undefined || email === undefined ? [] : displayNamesOf({ name, email });
    return { projectId, repositoryUrl, isYou: (other) => own.includes(other) };
  }, [projectId, repositoryUrl, name, email]);
  const lastCalls = useMemo(() => new Map(holders.map((each) => [each.task_id, each.last_call_at])), [holders]);
  const show = (entry: TimelineEntry) => {
    if (!isShown(entry, filters)) url.showAll();
    setWanted(entry);
    const day = dayOf(entry.at);
    if (days.data?.has_earlier === true && days.data.days.every((each) => each.day > day))
      setShownDays((before) => ({ ...before, backTo: day }));
  };

  if (!days.data)
    return (
      <div className={cx(layout.page, styles.page)}>
        {days.isError && (
          <ErrorState
            message={messageOf(days.error, T.loadFailed)}
            retrying={days.isFetching}
            onRetry={() => void days.refetch()}
          />
        )}
        {loading && <LoadingState text={T.loading} />}
      </div>
    );
  const { total, matching, groups, agents, lists } = days.data;
  if (total === 0 && holders.length === 0)
    return (
      <div className={cx(layout.page, styles.page)}>
        <EmptyState
          icon={History}
          title={T.empty.title}
          hint={T.empty.hint}
          action={
            <ButtonLink size="sm" to={paths.connectAgent(projectId)}>
              {T.empty.action}
            </ButtonLink>
          }
        />
      </div>
    );
  const { days: listed } = days.data;
  const hasNone = listed.length === 0;
  const listName = (id: string) => lists.find((list) => list.id === id)?.name ?? id;
  return (
    <div className={cx(layout.page, styles.page)}>
      <ReportCard projectId={projectId} now={now} />
      <RelayCard projectId={projectId} span={url.span} onSpan={url.setSpan} filters={filters} now={now} onShow={show} />
      <h2 className={typography.visuallyHidden}>{T.list.title}</h2>
      <FilterBar
        filters={filters}
        onFilter={url.setFilters}
        typed={url.typed}
        onType={url.setTyped}
        agents={agents}
        lists={lists}
        groups={groups}
        total={matching}
        isAllUnfolded={unfolded.isAll}
        onUnfoldAll={unfolded.toggleAll}
      />
      <TimelineList
        days={listed}
        onEarlier={
          days.data.has_earlier ? () => setShownDays({ days: listed.length + MORE_DAYS, backTo: undefined }) : undefined
        }
        isLoadingEarlier={days.isPlaceholderData}
        reader={reader}
        filters={filters}
        now={now}
        lastCalls={lastCalls}
        isUnfolded={unfolded.isUnfolded}
        onUnfold={unfolded.toggle}
        onUnfoldAll={unfolded.toggleAll}
        wanted={wanted}
        onShown={forget}
      />
      {hasNone && isNarrowed(filters) && (
        <div className={cx(surface.card, styles.empty)}>
          <EmptyState
            icon={Filter}
            heading="h3"
            title={nameFilters(filters, listName)}
            hint={T.empty.hidden(total)}
            action={
              <Button size="sm" onClick={url.showAll}>
                {T.empty.showAll}
              </Button>
            }
          />
        </div>
      )}
    </div>
  );
}
