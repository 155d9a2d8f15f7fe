import { formatNumber } from '#contract/counted.ts';
import type { RunResult } from '#contract/run.ts';
import { RELAY_TEXTS as T, sayElapsed } from '#contract/relay-texts.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { SectionTitle } from '#web/ui/section-title.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { useRelay, useTaskResults } from './data/queries.ts';
import { ResultGlyph, ResultWords } from './results/result-line.tsx';
import styles from './task-results.module.css';

interface TaskResultsProps {
  projectId: string;
  taskId: string;
}

/** What runs did on a task: each try with its result, where it was merged, and what it used. */
export function TaskResults(props: TaskResultsProps) {
  const { data: hasRuns = false } = useRelay(props.projectId, ({ runs }) => runs.length > 0);
  return hasRuns ? <OfTask {...props} /> : null;
}

function OfTask({ projectId, taskId }: TaskResultsProps) {
  const items = useTaskResults(projectId, taskId).data?.items ?? [];
  if (items.length === 0) return null;
  const total = (of: (item: (typeof items)[number]) => number | null) =>
    items.reduce((sum, item) => sum + (of(item) ?? 0), 0);
  const tokens = total((item) => item.tokens);
  const cost = total((item) => item.cost_usd);
  const sums = [
    sayElapsed(sumSeconds(items)),
    ...(tokens > 0 ? [`${formatNumber(tokens)} tokens`] : []),
    ...(cost > 0 ? [`$${cost.toFixed(2)}`] : []),
  ];
  return (
    <section aria-label={T.onTask}>
      <SectionTitle>
        {T.onTask} · {sums.join(' · ')}
      </SectionTitle>
      <ul className={styles.list}>
        {items.map((result) => (
          <li key={result.id} className={styles.row}>
            <ResultGlyph outcome={result.outcome} />
            <ResultWords result={result} />
            <time
              className={cx(typography.small, typography.tertiary, typography.nowrap)}
              dateTime={result.at}
              title={formatDateTime(result.at)}
            >
              {T.try(result.try, result.tries)} · {sayElapsed(result.seconds)}
            </time>
            {hasMore(result.reason) && (
              <details className={styles.reason}>
                <summary>{T.wholeReason}</summary>
                {/* A scroll container must be focusable to be scrolled by keyboard. */}
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
                <pre tabIndex={0}>{result.reason}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each try says how long its agent has had the task by then, so of each agent of a run the longest counts. */
function sumSeconds(items: readonly RunResult[]): number {
  const longest = new Map<string, number>();
  for (const { run_id: run, worker, seconds } of items) {
    const key = `${run} ${worker}`;
    longest.set(key, Math.max(longest.get(key) ?? 0, seconds));
  }
  return [...longest.values()].reduce((sum, seconds) => sum + seconds, 0);
}

const hasMore = (reason: string) => reason.trim().includes('\n');
