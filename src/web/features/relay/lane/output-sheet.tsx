import { useEffect, useLayoutEffect, useRef } from 'react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { useOutput } from '../data/queries.ts';
import styles from './output-sheet.module.css';

export interface OutputOf {
  runId: string;
  worker: string;
}

interface OutputSheetProps extends OutputOf {
  /** How many lines it has printed: more of them, and the text is read again. */
  lines: number;
  onClose: () => void;
}

/** The output of an agent as far as the server has kept it; it follows the end until one scrolls up. */
export function OutputSheet({ runId, worker, lines, onClose }: OutputSheetProps) {
  const { data, error, isPending, isFetching, refetch } = useOutput(runId, worker);
  const loading = useDelayedFlag(isPending);
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const seen = useRef(lines);
  useEffect(() => {
    if (seen.current === lines) return;
    seen.current = lines;
    void refetch({ cancelRefetch: false });
  }, [lines, refetch]);
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [data?.text]);
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
  };

  return (
    <Dialog open onClose={onClose} title={T.outputOf(worker)} side="right" size="widest">
      {error && !data && (
        <ErrorState
          heading="h3"
          message={messageOf(error, T.outputFailed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!(error && !data) && (
        <>
          <div className={cx(layout.row, layout.gap8)}>
            <span className={cx(typography.small, typography.tertiary, layout.grow)}>
              {data?.is_cut && T.outputCut}
            </span>
            <CopyButton value={data?.text ?? ''} label={T.fullOutput} text="Copy" variant="second" />
          </div>
          <pre
            ref={box}
            className={styles.output}
            // A scroll container must be focusable to be scrolled by keyboard; and it is what one came for.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            data-autofocus=""
            aria-label={T.outputOf(worker)}
            onScroll={onScroll}
          >
            {data?.text === '' ? T.noOutput : (data?.text ?? (loading ? T.loading : ''))}
          </pre>
        </>
      )}
    </Dialog>
  );
}
