import { ClipboardCopy, Clock } from 'lucide-react';
import { createElement, Fragment, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type ReportPart, sayReport } from '#contract/report-texts.ts';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { paths } from '#web/paths.ts';
import surface from '#web/styles/surface.module.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MenuRadioItem } from '#web/ui/menu-items.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useReport } from '../queries.ts';
import { formatMoment, startOfDay } from '../times.ts';
import styles from './report-card.module.css';

const T = TIMELINE_TEXTS.report;
type Span = keyof typeof T.spans;
const SPANS: readonly Span[] = ['last', 'today', 'week'];
const DAYS_BEFORE: Record<Span, number | undefined> = { last: undefined, today: 0, week: 7 };

/** What happened since a moment, in a few sentences that can be passed on. */
export function ReportCard({ projectId, now }: { projectId: string; now: number }) {
  const [span, setSpan] = useState<Span>('last');
  const days = DAYS_BEFORE[span];
  const since = days === undefined ? undefined : new Date(startOfDay(now, days)).toISOString();
  const { data, error, isFetching, refetch } = useReport(projectId, since);
  const copy = useRef<HTMLSpanElement>(null);
  useShortcut({
    keys: 'y r',
    label: T.copyKey,
    icon: ClipboardCopy,
    group: TIMELINE_TEXTS.title,
    run: () => copy.current?.querySelector('button')?.click(),
  });
  return (
    <section className={cx(surface.card, styles.card)} aria-label={T.title}>
      <h2 className={styles.title}>
        {T.title}
        {data && <span className={styles.since}> {T.since(formatMoment(data.report.since, now))}</span>}
      </h2>
      <div className={styles.actions}>
        {data && (
          <span ref={copy}>
            <CopyButton value={data.markdown} label={T.copy} text={T.copy} variant="second" />
          </span>
        )}
        <Menu label={T.span} trigger={(props) => <IconButton size="sm" label={T.span} icon={<Clock />} {...props} />}>
          {SPANS.map((each) => (
            <MenuRadioItem key={each} checked={each === span} onSelect={() => setSpan(each)}>
              {T.spans[each]}
            </MenuRadioItem>
          ))}
        </Menu>
      </div>
      {data && (
        <p className={cx(styles.wide, styles.text)}>
          {drawSentences(projectId, sayReport(data.report, { moment: (at) => formatMoment(at, now) }))}
        </p>
      )}
      {!data && error && (
        <ErrorState
          className={styles.wide}
          heading="h3"
          message={messageOf(error, T.failed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className={styles.wide} width="100%" height={46} />}
    </section>
  );
}

const drawSentences = (projectId: string, sentences: readonly (readonly ReportPart[])[]): ReactNode =>
  createElement(
    Fragment,
    null,
    ...sentences.flatMap((sentence, place) => [
      place === 0 ? '' : ' ',
      ...sentence.map((part) => drawPart(projectId, part)),
    ]),
  );

const TONE = { strong: styles.strong, need: styles.need, held: styles.held } as const;

function drawPart(projectId: string, { text, task, tone }: ReportPart): ReactNode {
  const look = tone && TONE[tone];
  if (task === undefined) return look === undefined ? text : <b className={look}>{text}</b>;
  return (
    <Link className={cx(styles.link, look)} to={paths.task(projectId, `T${task}`)}>
      {text}
    </Link>
  );
}
