import { ArrowUp, List, RotateCw, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import { ACTIVITY_ROWS } from '#contract/constants.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import {
  CallTable,
  failureWords,
  FilterBar,
  newCallsWords,
  PaddedPart,
  useCalls,
  useHeldRows,
} from '#web/features/admin-system/index.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './admin-logs.module.css';
import { STATUS_OPTIONS, useLogsUrl } from './use-logs-url.ts';
import { useScrolled } from './use-scrolled.ts';

/** The latest calls of agents, live. */
export function Component() {
  const url = useLogsUrl();
  const [live, setLive] = useState(true);
  const calls = useCalls(url.filter, live);
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search calls', group: 'Admin', icon: Search, run: () => box.current?.focus() });
  return (
    <>
      <AdminHead
        title="Activity Logs"
        sub={`The latest ${ACTIVITY_ROWS} agent calls`}
        actions={
          <>
            <Switch compact label="Live" checked={live} onChange={setLive} />
            <Button icon={<RotateCw />} onClick={() => void calls.refetch()}>
              Refresh
            </Button>
          </>
        }
      />
      <FilterBar>
        <SearchBox
          className={styles.search}
          ref={box}
          label="Search by command or project id"
          placeholder="Command or project ID"
          shortcut="/"
          value={url.typed}
          onChange={url.setTyped}
        />
        <SegmentedControl label="Status" options={STATUS_OPTIONS} value={url.filter.status} onChange={url.setStatus} />
      </FilterBar>
      <Calls calls={calls} filter={url.filter} onShowAll={url.showAll} />
    </>
  );
}

interface CallsProps {
  calls: ReturnType<typeof useCalls>;
  filter: ReturnType<typeof useLogsUrl>['filter'];
  onShowAll: () => void;
}

function Calls({ calls, filter, onShowAll }: CallsProps) {
  const loading = useDelayedFlag(calls.isPending);
  if (loading)
    return (
      <PaddedPart>
        <LoadingState text={LOADING}>
          <Skeleton height={320} width="100%" />
        </LoadingState>
      </PaddedPart>
    );
  const words = failureWords(calls.error, 'Failed to fetch activity logs', 'Failed to load activity logs');
  if (calls.isError && !calls.data)
    return (
      <PaddedPart>
        <ErrorState message={words} retrying={calls.isFetching} onRetry={() => void calls.refetch()} />
      </PaddedPart>
    );
  if (!calls.data) return null;
  return (
    <>
      {calls.isError && (
        <PaddedPart>
          <Notice tone="bad">{words}. What you see is the last that arrived.</Notice>
        </PaddedPart>
      )}
      {calls.data.length === 0 ? (
        <NoCalls onShowAll={filter.search !== '' || filter.status !== 'all' ? onShowAll : undefined} />
      ) : (
        // The key remounts the rows for another filter, which resets the opened one.
        <Rows key={`${filter.status} ${filter.search}`} latest={calls.data} isOld={calls.isPlaceholderData} />
      )}
    </>
  );
}

/** With a filter it can be cleared; without one there are no calls yet. */
const NoCalls = ({ onShowAll }: { onShowAll: (() => void) | undefined }) => (
  <PaddedPart>
    {onShowAll ? (
      <EmptyState
        icon={List}
        title="No calls found matching your criteria."
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    ) : (
      <EmptyState icon={List} title="No calls yet" hint="Calls appear here as soon as an agent makes one" />
    )}
  </PaddedPart>
);

interface RowsProps {
  latest: NonNullable<CallsProps['calls']['data']>;
  /** Placeholder rows of the previous filter, until this one's arrive: they are not frozen. */
  isOld: boolean;
}

function Rows({ latest, isOld }: RowsProps) {
  const [opened, setOpened] = useState<string>();
  const [scrolled, mark] = useScrolled();
  const top = useRef<HTMLDivElement>(null);
  const held = useHeldRows(latest, !isOld && (scrolled || opened !== undefined));
  const showNew = () => {
    held.release();
    setOpened(undefined);
    top.current?.scrollIntoView({ block: 'end' });
  };
  return (
    <div className={styles.calls}>
      <div ref={top}>
        <div ref={mark} className={styles.topMark} />
      </div>
      <output className={styles.newCalls}>
        {held.fresh > 0 && (
          <Button size="sm" variant="primary" raised icon={<ArrowUp />} onClick={showNew}>
            {newCallsWords(held.fresh, latest.length)}
          </Button>
        )}
      </output>
      <CallTable calls={held.rows} opened={opened} onOpen={setOpened} />
    </div>
  );
}
