import { useState } from 'react';
import { formatNumber } from '#contract/counted.ts';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunView } from '#contract/relay.ts';
import type { RunResult } from '#contract/run.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorText } from '#web/ui/error-text.tsx';
import { SectionTitle } from '#web/ui/section-title.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { useOlderResults } from '../data/queries.ts';
import { ResultRow } from './result-line.tsx';
import styles from './queue.module.css';

interface ResultsProps {
  view: RunView;
  projectId: string;
  onSelect: (taskId: string) => void;
}

/** What came out of the runs, newest first; the newest come with the view, older ones when asked for. */
export function Results({ view: { runs, results, results_total: total }, projectId, onSelect }: ResultsProps) {
  const [last, setLast] = useState<string>();
  const isOne = runs.length === 1;
  return (
    <section aria-label={isOne ? T.finished : T.finishedMany}>
      <SectionTitle className={styles.title}>
        {isOne ? T.finished : T.finishedMany} <span className={styles.count}>{formatNumber(total)}</span>
      </SectionTitle>
      {results.length === 0 && <p className={cx(typography.small, typography.tertiary)}>{T.nothingFinished}</p>}
      <ul>
        {results.map((result) => (
          <ResultRow key={result.id} result={result} onSelect={onSelect} />
        ))}
        {last !== undefined && (
          <Older
            projectId={projectId}
            runId={isOne ? runs[0]?.run.id : undefined}
            after={last}
            shown={results}
            onSelect={onSelect}
          />
        )}
      </ul>
      {last === undefined && total > results.length && (
        <Button size="sm" variant="ghost" onClick={() => setLast(results.at(-1)?.id)}>
          {T.more}
        </Button>
      )}
    </section>
  );
}

interface OlderProps {
  projectId: string;
  runId: string | undefined;
  /** The result it goes on after: fixed, so that what comes out meanwhile moves nothing. */
  after: string;
  shown: readonly RunResult[];
  onSelect: (taskId: string) => void;
}

function Older({ projectId, runId, after, shown, onSelect }: OlderProps) {
  const query = useOlderResults(projectId, runId, after);
  const known = new Set(shown.map(({ id }) => id));
  const older = query.data?.pages.flatMap(({ items }) => items).filter(({ id }) => !known.has(id)) ?? [];
  return (
    <>
      {older.map((result) => (
        <ResultRow key={result.id} result={result} onSelect={onSelect} />
      ))}
      {query.isError && (
        <li>
          <ErrorText>{messageOf(query.error, T.resultsFailed)}</ErrorText>
        </li>
      )}
      {(query.hasNextPage || query.isPending || query.isError) && (
        <li>
          <Button
            size="sm"
            variant="ghost"
            busy={query.isFetching}
            onClick={() => void (query.data ? query.fetchNextPage() : query.refetch())}
          >
            {T.more}
          </Button>
        </li>
      )}
    </>
  );
}
