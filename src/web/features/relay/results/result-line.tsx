import { CircleAlert, CircleMinus, CircleX } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatNumber } from '#contract/counted.ts';
import { RELAY_TEXTS as T, sayElapsed, sayOutcome } from '#contract/relay-texts.ts';
import type { RunOutcome, RunResult } from '#contract/run.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './result-line.module.css';

/** What came of it, as a shape; the words are beside it. */
export function ResultGlyph({ outcome }: { outcome: RunOutcome }) {
  if (outcome === 'done') return <StatusGlyph status="done" />;
  if (outcome === 'asked') return <StatusGlyph status="asking" />;
  if (outcome === 'failed' || outcome === 'conflict' || outcome === 'tried_again')
    return <CircleX className={cx(icon.size14, styles.failed)} aria-hidden="true" />;
  if (outcome === 'blocked') return <CircleAlert className={cx(icon.size14, styles.blocked)} aria-hidden="true" />;
  return <CircleMinus className={cx(icon.size14, styles.off)} aria-hidden="true" />;
}

const isBad = ({ outcome }: RunResult) => outcome === 'failed' || outcome === 'conflict' || outcome === 'tried_again';

/** "done · verified · merged into main · +124 −18 · claude-code-1". */
export function ResultWords({ result }: { result: RunResult }) {
  const { diff, worker, merged_into: mergedInto, cost_usd: cost } = result;
  const parts: [string, ReactNode][] = [
    ...when(true, 'outcome', <span className={cx(isBad(result) && styles.failed)}>{sayOutcome(result)}</span>),
    ...when(result.is_verified, 'verified', <span className={styles.verified}>{T.verifiedWord}</span>),
    ...when(mergedInto !== null, 'merged', T.mergedInto(mergedInto ?? '')),
    ...when(diff !== null && diff.insertions + diff.deletions > 0, 'diff', diff && <DiffCount diff={diff} />),
    ['worker', worker],
    ...when(cost !== null, 'cost', `$${(cost ?? 0).toFixed(2)}`),
  ];
  return (
    <span className={styles.words}>
      {parts.map(([name, part], place) => (
        <Fragment key={name}>
          {place > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

const when = (isSo: boolean, name: string, part: ReactNode): [string, ReactNode][] => (isSo ? [[name, part]] : []);

type Diff = Pick<NonNullable<RunResult['diff']>, 'insertions' | 'deletions'>;

export function DiffCount({ diff: { insertions, deletions } }: { diff: Diff }) {
  return (
    <span className={styles.diff}>
      <span className={styles.verified}>+{formatNumber(insertions)}</span>{' '}
      <span className={styles.failed}>−{formatNumber(deletions)}</span>
    </span>
  );
}

/** A row that opens its task. */
export function ResultRow({ result, onSelect }: { result: RunResult; onSelect: (taskId: string) => void }) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        title={formatDateTime(result.at)}
        onClick={() => onSelect(result.task_id)}
      >
        <ResultGlyph outcome={result.outcome} />
        <span className={styles.name}>
          <span className={styles.number}>T{result.number}</span>
          <span className={typography.truncate}>{result.title}</span>
        </span>
        <span className={styles.time}>{sayElapsed(result.seconds)}</span>
        <ResultWords result={result} />
      </button>
    </li>
  );
}
