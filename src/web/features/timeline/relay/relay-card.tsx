import { useMemo, useState } from 'react';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import layout from '#web/styles/layout.module.css';
import surface from '#web/styles/surface.module.css';
import { AsTableButton } from '#web/ui/charts/chart-canvas.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { TimelineFilters } from '../filters.ts';
import { useRelay } from '../queries.ts';
import { dayOf, formatMoment, startOfDay } from '../times.ts';
import styles from './relay-card.module.css';
import { RelayChart, type RelayChartProps } from './relay-chart.tsx';
import { RelayTable } from './relay-table.tsx';
import { count } from './say-relay.ts';
import { listHandovers, readStretches, type Stretch } from './stretch.ts';
import { listParts } from './time-scale.ts';

const T = TIMELINE_TEXTS.relay;
const DAY = 86_400_000;

export type RelaySpan = keyof typeof T.spans;
export const RELAY_SPANS: readonly RelaySpan[] = ['day', 'two', 'weeks', 'all'];
const OPTIONS = RELAY_SPANS.map((value) => ({ value, label: T.spans[value] }));
/** Calendar days before today. */
const DAYS_BEFORE: Record<RelaySpan, number | undefined> = { day: 0, two: 1, weeks: 13, all: undefined };

interface RelayCardProps {
  projectId: string;
  span: RelaySpan;
  onSpan: (span: RelaySpan) => void;
  filters: TimelineFilters;
  now: number;
  onShow: (entry: TimelineEntry) => void;
}

export function RelayCard({ projectId, span, onSpan, filters, now, onShow }: RelayCardProps) {
  const [asTable, setAsTable] = useState(false);
  const days = DAYS_BEFORE[span];
  const from = days === undefined ? undefined : new Date(startOfDay(now, days)).toISOString();
  const { data, error, isFetching, refetch } = useRelay(projectId, from);
  const stretches = useMemo(() => readStretches(data?.stretches ?? [], now), [data, now]);
  const isDrawn = stretches.length > 0;
  return (
    <section aria-label={T.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{T.title}</h2>
        {data && isDrawn && (
          <span className={styles.count}>
            {count(data.done, 'task done', 'tasks done')}, {count(data.handovers, 'handover', 'handovers')}
          </span>
        )}
        <span className={layout.grow} />
        <SegmentedControl size="small" label={T.span} options={OPTIONS} value={span} onChange={onSpan} />
        {isDrawn && (
          <span className={layout.hiddenOnPhone}>
            <AsTableButton asTable={asTable} onChange={setAsTable} />
          </span>
        )}
      </div>
      <div className={cx(surface.card, styles.card)}>
        {data === undefined && error && (
          <ErrorState
            heading="h3"
            message={messageOf(error, TIMELINE_TEXTS.loadFailed)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && !error && <Skeleton width="100%" height={150} />}
        {data && !isDrawn && <p className={styles.empty}>{T.empty}</p>}
        {isDrawn && asTable && <RelayTable stretches={stretches} now={now} />}
        {data && isDrawn && !asTable && (
          <>
            <RelayChart
              span={T.spans[span]}
              stretches={stretches}
              sums={data}
              next={data.next}
              mode={modeOf(stretches)}
              filters={filters}
              now={now}
              onShow={onShow}
            />
            <Legend stretches={stretches} total={data.total} now={now} />
          </>
        )}
      </div>
    </section>
  );
}

/** Over two days the tasks of a run are one pill; over two weeks there is a bar per day. */
function modeOf(stretches: readonly Stretch[]): RelayChartProps['mode'] {
  const days = (startOfDay(stretches.at(-1)?.to ?? 0) - startOfDay(stretches[0]?.from ?? 0)) / DAY;
  if (days < 2) return 'tasks';
  return days < 14 ? 'runs' : 'days';
}

function Legend({ stretches, total, now }: { stretches: readonly Stretch[]; total: number; now: number }) {
  const has = (test: (stretch: Stretch) => boolean) => stretches.some(test);
  const isBars = modeOf(stretches) === 'days';
  const folds = isBars ? [] : listFolds(stretches);
  const [only] = folds;
  return (
    <div className={styles.legend}>
      <span className={styles.entry}>
        <i className={styles.done} />
        {isBars ? T.legend.bars : T.legend.finished}
      </span>
      {has(({ tone }) => tone === 'held') && (
        <span className={styles.entry}>
          <i className={styles.held} />
          {T.legend.held}
        </span>
      )}
      {!isBars && listHandovers(stretches).length > 0 && (
        <span className={styles.entry}>
          <i className={styles.pass} />
          {T.legend.handover}
        </span>
      )}
      {!isBars && has(({ tone }) => tone === 'ended') && (
        <span className={styles.entry}>
          <i className={styles.ended} />
          {T.legend.ended}
        </span>
      )}
      {!isBars && has(({ entry: { kind } }) => kind === 'blocked' || kind === 'asked') && (
        <span className={styles.entry}>
          <i className={styles.waits} />
          {T.legend.waits}
        </span>
      )}
      <span className={styles.end}>
        {only &&
          folds.length === 1 &&
          T.folded(formatMoment(only.from, now), formatMoment(only.to, now), dayOf(only.from) !== dayOf(only.to))}
        {folds.length > 1 && T.foldedMany(folds.length)}
        {total > stretches.length && ` ${T.cut(stretches.length, total)}`}
      </span>
    </div>
  );
}

function listFolds(stretches: readonly Stretch[]) {
  const parts = listParts(stretches);
  return parts.slice(1).map((part, place) => ({ from: parts[place]?.to ?? part.from, to: part.from }));
}
