import { SquareTerminal } from 'lucide-react';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunView } from '#contract/relay.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Announcement } from '#web/ui/announcement.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { PanelBody } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { isFolding, openLanes, toggleLane } from './data/lane-state.ts';
import { useRelay } from './data/queries.ts';
import { useRelayNews } from './data/use-relay-news.ts';
import { HowToStart } from './how-to-start.tsx';
import { type OutputOf, OutputSheet } from './lane/output-sheet.tsx';
import { useLaneKeys } from './lane/use-lane-keys.ts';
import type { RelayReach } from './relay-reach.ts';
import { Queue } from './results/queue.tsx';
import { Results } from './results/results.tsx';
import { RunLanes } from './run/run-lanes.tsx';
import styles from './relay-body.module.css';

/** The runs of a project: their agents, what comes next, and what came out. */
export function RelayBody({ reach, tabs }: { reach: RelayReach; tabs: string }) {
  const { data: view, error, isPending, isFetching, refetch } = useRelay(reach.projectId);
  const news = useRelayNews(view);
  const loading = useDelayedFlag(isPending);
  const names = view?.runs.flatMap(({ workers }) => workers.map(({ name }) => name)) ?? [];
  // Its dispatch is the same function always: otherwise every lane would render with each line.
  const [chosen, toggle] = useReducer(
    (before: readonly string[] | undefined, name: string) => toggleLane(openLanes(before, names), name),
    undefined,
  );
  const open = openLanes(chosen, names);
  const body = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState<OutputOf>();
  const read = reading && findWorker(view, reading);
  const isReady = view !== undefined;
  const takeFocus = useEffectEvent(() => {
    body.current?.querySelector<HTMLElement>('[data-part=lane]')?.focus();
    reach.onFocused();
  });
  useEffect(() => {
    if (reach.wantsFocus && isReady) takeFocus();
  }, [reach.wantsFocus, isReady]);
  useLaneKeys(body, { onSelect: reach.onSelect, onRead: setReading });

  return (
    <PanelBody
      ref={body}
      role="tabpanel"
      id={`${tabs}-relay-panel`}
      aria-labelledby={`${tabs}-relay-tab`}
      data-part="relay"
    >
      <Announcement text={news.text} of={news} />
      {!view && error && (
        <ErrorState
          heading="h3"
          message={messageOf(error, T.failed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!view && loading && (
        <div className={styles.waiting}>
          <LoadingState text={T.loading}>
            <div className={cx(layout.column, layout.gap12)}>
              <Skeleton width="40%" />
              <Skeleton width="100%" height={110} />
              <Skeleton width="100%" height={110} />
            </div>
          </LoadingState>
        </div>
      )}
      {view?.runs.length === 0 && (
        <EmptyState icon={SquareTerminal} heading="h3" title={T.none} hint={T.noneText}>
          <HowToStart />
        </EmptyState>
      )}
      {view?.runs.map((live) => (
        <RunLanes
          key={live.run.id}
          live={live}
          results={view.results}
          open={isFolding(names) ? open : undefined}
          onToggle={toggle}
          onRead={setReading}
          reach={reach}
        />
      ))}
      {view && view.runs.length > 0 && (
        <div className={styles.two}>
          {view.runs.some(({ run }) => run.ended_at === null) && <Queue {...view} onSelect={reach.onSelect} />}
          <Results view={view} projectId={reach.projectId} onSelect={reach.onSelect} />
        </div>
      )}
      {reading && <OutputSheet {...reading} lines={read?.lines ?? 0} onClose={() => setReading(undefined)} />}
    </PanelBody>
  );
}

const findWorker = (view: RunView | undefined, { runId, worker }: OutputOf) =>
  view?.runs.find(({ run }) => run.id === runId)?.workers.find(({ name }) => name === worker);
