import { ArrowUp, List, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import { ACTIVITY_ROWS } from '#contract/constants.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import { CallTable, failureWords, newCallsWords, useCalls, useHeldRows } from '#web/features/admin-system/index.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { STATUS_OPTIONS, useLogsUrl } from './use-logs-url.ts';
import { useScrolled } from './use-scrolled.ts';

/** What agents called lately, as it happens. */
export function Component() {
  const url = useLogsUrl();
  const [live, setLive] = useState(true);
  const calls = useCalls(url.filter, live);
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search calls', group: 'Admin', run: () => box.current?.focus() });
  return (
    <>
      <AdminHead
        title="Activity Logs"
        sub={`The latest ${ACTIVITY_ROWS} calls of agents`}
        actions={
          <>
            <Switch compact label="Live" checked={live} onChange={setLive} />
            <Button icon={<RotateCw />} onClick={() => void calls.refetch()}>
              Refresh
            </Button>
          </>
        }
      />
      <div className="adm-filters">
        <SearchBox
          className="adm-search"
          ref={box}
          label="Search by command or project id"
          placeholder="Command or project id"
          shortcut="/"
          value={url.typed}
          onChange={url.setTyped}
        />
        <SegmentedControl label="Status" options={STATUS_OPTIONS} value={url.filter.status} onChange={url.setStatus} />
      </div>
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
      <LoadingState text={LOADING} className="adm-wait">
        <Skeleton height={320} width="100%" />
      </LoadingState>
    );
  const words = failureWords(calls.error, 'Failed to fetch activity logs', 'Failed to load activity logs');
  if (calls.isError && !calls.data)
    return (
      <div className="adm-wait">
        <ErrorState message={words} retrying={calls.isFetching} onRetry={() => void calls.refetch()} />
      </div>
    );
  if (!calls.data) return null;
  return (
    <>
      {calls.isError && (
        <div className="adm-wait">
          <Notice tone="bad">{words}. What you see is the last that arrived.</Notice>
        </div>
      )}
      {calls.data.length === 0 ? (
        <NoCalls onShowAll={filter.search !== '' || filter.status !== 'all' ? onShowAll : undefined} />
      ) : (
        // Another filter's rows are another list, in which nothing is open yet.
        <Rows key={`${filter.status} ${filter.search}`} latest={calls.data} isOld={calls.isPlaceholderData} />
      )}
    </>
  );
}

/** What a filter leaves out can be shown; where there is nothing at all one waits. */
const NoCalls = ({ onShowAll }: { onShowAll: (() => void) | undefined }) => (
  <div className="adm-wait">
    {onShowAll ? (
      <EmptyState
        icon={List}
        title="No calls found matching your criteria."
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    ) : (
      <EmptyState icon={List} title="No calls yet" hint="Calls appear here as soon as an agent makes one" />
    )}
  </div>
);

interface RowsProps {
  latest: NonNullable<CallsProps['calls']['data']>;
  /** Those of the filter before, until this one's arrive: nobody wants to keep them. */
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
    <div className="calls">
      <div ref={top}>
        <div ref={mark} className="calls-mark" />
      </div>
      <output className="calls-new">
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
